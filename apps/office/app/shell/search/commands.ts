import { hasPermission, type StaffPermission, type StaffRole } from "@guichet/contract/staff-roles.ts";
import { fold } from "@guichet/rules/persons/folding.ts";
import { href, type RouteName } from "../../paths.ts";
import { type ListScreen, permittedScreens } from "../permitted-screens.ts";
import type { Translate } from "../texts.tsx";

/** What the search box opens by its name besides the lists of the navigation, with the permission that each needs; null: none. */
const permissions = {
  ownDrawer: "counter.sell",
  paymentSubscriptions: "orders.read",
  unresolvedPayments: "orders.read",
  discrepancies: "orders.read",
  refundAccounts: "orders.read",
  closedMonths: "finance.read",
  reconciliation: "finance.read",
  newCampaign: "campaigns.manage",
  newVouchers: "vouchers.manage",
  newAgency: "agencies.manage",
  newAlert: "alerts.manage",
  legalTexts: "catalogue.read",
  emails: "emails.read",
  cardStock: "cards.read",
  importCards: "cards.register",
  blockCards: "cards.register",
  inviteStaff: "staff.manage",
  password: null,
  secondFactor: null,
} as const satisfies Partial<Record<RouteName, StaffPermission | null>>;
type OtherScreen = keyof typeof permissions;

/** A screen that is opened by typing some of its words. */
export interface Command {
  screen: ListScreen | OtherScreen;
  /** What one does there, in the user's language. */
  label: string;
  href: string;
  /** The words by which it is found, without accents: of its label and of its name in the navigation. */
  words: string;
}

/** The screens that these roles open in a network: the lists first, in the order of the navigation. */
export function permittedCommands(t: Translate, network: { id: string; roles: readonly StaffRole[] }): Command[] {
  const command = (screen: Command["screen"], label: string, name = ""): Command => ({
    screen,
    label,
    href: href(screen, { network: network.id }),
    words: plainWords(`${label} ${name}`),
  });
  const others = (Object.keys(permissions) as OtherScreen[]).filter((name) => {
    const permission = permissions[name];
    return permission === null || hasPermission(network.roles, permission);
  });
  return [
    ...permittedScreens(network.roles).map((name) => command(name, t(`shell.home.${name}`), t(`shell.${name}`))),
    ...others.map((name) => command(name, t(`shell.command.${name}`))),
  ];
}

/**
 * The commands in which a word begins with each typed word, in any letter case and without accents; an Arabic word also without its article. A
 * label that begins with the whole text comes first.
 */
export function foundCommands(commands: readonly Command[], typed: string): Command[] {
  const phrase = plainWords(typed);
  const sought = phrase.split(" ").filter(Boolean);
  const found = commands.filter(({ words }) =>
    sought.every((word) => ` ${words}`.includes(` ${word}`) || words.includes(`ال${word}`)),
  );
  const begins = ({ words }: Command) => words.startsWith(phrase);
  return [...found.filter(begins), ...found.filter((one) => !begins(one))];
}

const plainWords = (text: string): string =>
  fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
