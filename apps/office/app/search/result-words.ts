import type { SearchKind, SearchResult, SearchScreen } from "@guichet/contract/office/search.ts";
import type { RouteName } from "../paths.ts";
import type { Translate } from "../shell/texts.tsx";

const screens = {
  order: "order",
  customer: "customer",
  traveller: "traveller",
  card: "transportCard",
  submission: "submission",
  termination: "termination",
} as const satisfies Record<SearchScreen, RouteName>;

/** The screen that shows a result. */
export const screenOf = ({ screen }: Pick<SearchResult, "screen">) => screens[screen];

const orderStates = ["COMPLETED", "CANCELED", "ERROR", "PENDING", "PROCESSING", "REGULARIZATION"] as const;
const ticketStates = [
  "pending",
  "active",
  "expired",
  "used-up",
  "transferred",
  "cancelled",
  "blocked",
  "moved",
] as const;
const cardStates = ["active", "blocked", "replaced", "expired"] as const;
const submissionStates = ["pending", "processing", "accepted", "refused", "to complete", "cancelled"] as const;
const otherStates = ["invoice", "credit-note", "signed", "ended", "guest", "account"] as const;

const known = <State extends string>(states: readonly State[], state: string) => states.find((each) => each === state);

/** The state of a result in words; a state without words is shown as it is. */
export function stateText(t: Translate, kind: SearchKind, state: string): string {
  if (kind === "ticket") {
    const ticket = known(ticketStates, state);
    return ticket === undefined ? state : t(`search.state.ticket.${ticket}`);
  }
  if (kind === "card") {
    const card = known(cardStates, state);
    return card === undefined ? state : t(`search.state.card.${card}`);
  }
  if (kind === "submission") {
    const submission = known(submissionStates, state);
    return submission === undefined ? state : t(`search.state.submission.${submission}`);
  }
  const other = known(otherStates, state);
  if (other !== undefined) return t(`search.state.${other}`);
  const order = known(orderStates, state);
  return order === undefined ? state : t(`search.state.order.${order}`);
}
