declare module "subset-font" {
  type Axis = { min: number; max: number };
  type Cut = {
    targetFormat: "woff2";
    keepFeatures?: string[];
    noHinting?: boolean;
    dropTables?: string[];
    variationAxes?: Record<string, Axis>;
  };
  export default function subsetFont(font: Buffer, text: string, cut: Cut): Promise<Buffer>;
}
