import {
  AgencyIcon,
  BasketIcon,
  CalendarIcon,
  CardIcon,
  DocumentIcon,
  GiftIcon,
  PassIcon,
  PeopleIcon,
  PersonIcon,
  ReceiptIcon,
  TicketIcon,
} from "@guichet/ui/icons.tsx";
import {
  BankIcon,
  BellIcon,
  CameraIcon,
  EditIcon,
  EyeIcon,
  HomeIcon,
  LedgerIcon,
  PaymentCardIcon,
  PinIcon,
  SettingsIcon,
  SplitIcon,
  UploadIcon,
} from "@guichet/ui/more-icons.tsx";
import type { ListScreen } from "./permitted-screens.ts";

const icons = {
  home: HomeIcon,
  counter: BasketIcon,
  drawers: AgencyIcon,
  finance: LedgerIcon,
  agencies: PinIcon,
  alerts: BellIcon,
  orders: ReceiptIcon,
  payments: CalendarIcon,
  refunds: PaymentCardIcon,
  disputes: BankIcon,
  campaigns: SplitIcon,
  vouchers: GiftIcon,
  catalogue: TicketIcon,
  settings: EditIcon,
  ticketCheck: CameraIcon,
  transportCards: CardIcon,
  travellers: PersonIcon,
  documents: DocumentIcon,
  refundRequests: UploadIcon,
  terminations: PassIcon,
  operations: SettingsIcon,
  auditLog: EyeIcon,
  staff: PeopleIcon,
} as const satisfies Record<ListScreen | "home", typeof HomeIcon>;

/** The icon of a list in the navigation. */
export function ScreenIcon({ name, size }: { name: keyof typeof icons; size?: "s" }) {
  const Icon = icons[name];
  return <Icon {...(size && { size })} />;
}
