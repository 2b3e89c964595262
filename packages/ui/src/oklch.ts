import { fromLinear, type Rgb, toLinear } from "./contrast.ts";

/** Lightness from 0 to 1, chroma, hue in radians (OKLCH): lightness moves without turning the hue. */
export type Oklch = { lightness: number; chroma: number; hue: number };

/** From sRGB. */
export function toOklch(colour: Rgb): Oklch {
  const [red, green, blue] = [toLinear(colour[0]), toLinear(colour[1]), toLinear(colour[2])];
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return {
    lightness: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    chroma: Math.hypot(a, b),
    hue: Math.atan2(b, a),
  };
}

/** To sRGB; a colour that no screen can show loses chroma until one can. */
export function fromOklch(colour: Oklch): Rgb {
  const lessChroma = 0.96;
  const steps = 120;
  let chroma = colour.chroma;
  for (let step = 0; step < steps; step += 1) {
    const rgb = convert({ ...colour, chroma });
    if (rgb.every((part) => part >= -0.0005 && part <= 1.0005)) return rgb;
    chroma *= lessChroma;
  }
  return convert({ ...colour, chroma: 0 });
}

function convert({ lightness, chroma, hue }: Oklch): Rgb {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    fromLinear(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    fromLinear(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    fromLinear(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ];
}
