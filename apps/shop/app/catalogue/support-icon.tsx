import type { Support } from "@guichet/contract/catalogue.ts";
import { AgencyIcon, CardIcon, MailIcon, PhoneIcon, TicketIcon } from "@guichet/ui/icons.tsx";

const icons = {
  DEMATERIALIZED: PhoneIcon,
  MEDIA: CardIcon,
  SHIPPING: MailIcon,
  COLLECT: AgencyIcon,
  PHYSICAL: TicketIcon,
} as const satisfies Record<Support, typeof PhoneIcon>;

export function SupportIcon({ support }: { support: Support }) {
  const Icon = icons[support];
  return <Icon />;
}
