/**
 * Gives an object a property whose value is made when it is first read: an own, enumerable property like any other,
 * so that copies and JSON hold it.
 *
 * @param make must give the same value whenever it is called
 * @returns the same object
 */
export function lazily<O extends object, K extends string, V>(
  object: O,
  key: K,
  make: () => V,
): O & Record<K, V> {
  const set = (value: V) =>
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  Object.defineProperty(object, key, {
    enumerable: true,
    configurable: true,
    get: () => {
      const value = make();
      set(value);
      return value;
    },
    set,
  });
  return object as O & Record<K, V>;
}
