// Parts of the page, put in as texts when the command line is bundled (scripts/bundle.mjs).

declare module "page:main.ts" {
  const script: string;
  export default script;
}

declare module "page:page.css" {
  const style: string;
  export default style;
}

declare module "page:picture.css" {
  const style: string;
  export default style;
}
