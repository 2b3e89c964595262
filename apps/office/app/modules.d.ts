declare module "*.css" {}
declare module "*?worker&url" {
  const address: string;
  export default address;
}
declare module "*.wasm?url" {
  const address: string;
  export default address;
}
