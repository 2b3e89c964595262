import { modeLrgb, modeRgb, useMode as registerMode, wcagContrast } from "culori/fn";

for (const mode of [modeRgb, modeLrgb]) registerMode(mode);

/** Black or white, whichever has more contrast with the colour (WCAG contrast). */
export const textColourOn = (colour: string): string =>
  wcagContrast(colour, "#000000") >= wcagContrast(colour, "#ffffff") ? "#000000" : "#ffffff";
