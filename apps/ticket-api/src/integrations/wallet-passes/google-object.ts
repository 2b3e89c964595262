import type { PassContent, Worded } from "../../pass-files/pass-content.ts";

/** Ids at Google begin with the number of the issuer. */
export const googleObjectId = (issuer: string, { id }: Pick<PassContent, "id">): string => `${issuer}.${id}`;
export const googleClassId = (issuer: string, { networkId }: Pick<PassContent, "networkId">): string =>
  `${issuer}.${networkId}`;

/** The class of a network's objects (`walletobjects/v1/genericClass`): a link that is passed on adds its pass for one person only. */
export const googleClassOf = (
  content: Pick<PassContent, "networkId">,
  issuer: string,
): { id: string; multipleDevicesAndHoldersAllowedStatus: "ONE_USER_ALL_DEVICES" } => ({
  id: googleClassId(issuer, content),
  multipleDevicesAndHoldersAllowedStatus: "ONE_USER_ALL_DEVICES",
});

const states = { usable: "ACTIVE", suspended: "INACTIVE", "used-up": "COMPLETED", over: "EXPIRED" } as const;

/** The ticket as a generic object of Google Wallet (`walletobjects/v1/genericObject`). */
export function googleObjectOf(content: PassContent, issuer: string): Record<string, unknown> {
  const { barcode, validFrom, validUntil, colours, fields } = content;
  const localized = (worded: Worded) => localizedString(worded, content);
  const interval = {
    ...(validFrom === null ? {} : { start: { date: validFrom } }),
    ...(validUntil === null ? {} : { end: { date: validUntil } }),
  };
  return {
    id: googleObjectId(issuer, content),
    classId: googleClassId(issuer, content),
    state: states[content.state],
    cardTitle: localized({ [content.language]: content.organization }),
    header: localized(content.product),
    hexBackgroundColor: colours.background,
    textModulesData: fields.map(({ id, label, value }) => ({
      id,
      localizedHeader: localized(label),
      localizedBody: localized(value),
    })),
    ...(barcode === null ? {} : { barcode: { type: "AZTEC", value: barcode.text, alternateText: barcode.number } }),
    ...(Object.keys(interval).length === 0 ? {} : { validTimeInterval: interval }),
  };
}

function localizedString(worded: Worded, { language: own, languages }: PassContent) {
  const translated = languages.flatMap((language) => {
    const value = language === own ? undefined : worded[language];
    return value === undefined ? [] : [{ language, value }];
  });
  return {
    defaultValue: { language: own, value: worded[own] ?? "" },
    ...(translated.length === 0 ? {} : { translatedValues: translated }),
  };
}
