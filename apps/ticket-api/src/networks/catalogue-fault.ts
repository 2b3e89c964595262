/** A fault at a path inside `catalogue.json`. */
export type CatalogueFault = (path: string, message: string) => void;
