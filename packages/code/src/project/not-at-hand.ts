/**
 * Thrown where a part of a contract or its code is asked for that whoever compares only some modules has not at hand. It
 * ends such a comparison, of which nothing is believed then.
 */
export class NotAtHand extends Error {}
