import { termsKinds } from "@guichet/contract/network-pack.ts";
import type { DraftItemKind } from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import { settingKinds, settingsId } from "@guichet/contract/office/catalogue/network-items.ts";
import { fieldsOf } from "./item-form/item-fields.ts";
import { kindInFile } from "./item-kinds.ts";

/** The item and its key that a fault of a file of the pack names; undefined: none. */
export function itemAt(
  file: string,
  path: string,
): { kind: DraftItemKind; itemId: string; key: string | null } | undefined {
  const [list, itemId, key = null] = path.split(".");
  if (file === "network.json") return settingAt(path);
  const text = termsKinds.find((one) => file.startsWith("terms/") && file.endsWith(`/${one}.md`));
  if (text !== undefined) return { kind: "legal-text", itemId: text, key: "texts" };
  const kind = file === "catalogue.json" ? kindInFile(list) : undefined;
  return kind === undefined || itemId === undefined ? undefined : { kind, itemId, key };
}

/** The setting that a path of `network.json` names, as `accent` or `contact.email`. */
function settingAt(path: string) {
  const [first = "", second = null] = path.split(".");
  if (first === "termsUpdatedOn" && second !== null)
    return { kind: "legal-text" as const, itemId: second, key: "updatedOn" };
  const whole = settingKinds.find((one) => one === first);
  if (whole !== undefined) return { kind: whole, itemId: settingsId, key: second };
  const kind = settingKinds.find((one) => fieldsOf(one).some(({ key }) => key === first));
  return kind === undefined ? undefined : { kind, itemId: settingsId, key: first };
}
