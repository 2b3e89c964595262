import type { NetworkPack } from "@guichet/contract/network-pack.ts";
import { modeLrgb, modeRgb, useMode as registerMode, wcagContrast } from "culori/fn";
import type { PackFault } from "./pack-folder.ts";

for (const mode of [modeRgb, modeLrgb]) registerMode(mode);

/** Least contrast of text, and of parts of an interface (WCAG 2.2, 1.4.3 and 1.4.11). */
const textLeast = 4.5;
const partLeast = 3;
const white = "#ffffff";

/**
 * Warns of a network's colour that is too pale on white. The shop shows a shade of it that is readable in each theme; in e-mails the button
 * and the line at the top have the colour itself. On black every shade of brand colours would be warned of, which the shop replaces.
 */
export function warnOfColours({ network: { accent } }: Pick<NetworkPack, "network">): PackFault[] {
  const contrast = wcagContrast(accent, white);
  if (contrast >= textLeast) return [];
  const figures = `${accent} has a contrast of ${rounded(contrast)}:1 on white, where text needs ${textLeast}:1 and parts of an interface ${partLeast}:1`;
  const emails = contrast < partLeast ? "; the button of e-mails can hardly be seen" : "";
  return [
    {
      file: "network.json",
      path: "accent",
      message: `${figures}: the shop shows a darker shade on light grounds${emails}`,
    },
  ];
}

/** Rounded down, so that what is below a limit never reads as the limit. */
const rounded = (contrast: number): number => Math.floor(contrast * 100) / 100;
