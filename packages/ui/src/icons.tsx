import { Glyph, type IconProps } from "./glyph.tsx";

// Only the icons of home, product, cart and frame, since every page includes them. The others are in `more-icons.tsx`.
/** Icons on a grid of 24; directional ones follow the text direction, clocks and cards do not (§10). */

export function TicketIcon(props: IconProps) {
  return (
    <Glyph
      {...props}
      d="M3.5 7h17v3.2a1.9 1.9 0 0 0 0 3.6V17h-17v-3.2a1.9 1.9 0 0 0 0-3.6zM14.5 7v2M14.5 11v2M14.5 15v2"
    />
  );
}
export function BasketIcon(props: IconProps) {
  return <Glyph {...props} d="M4 9.5h16l-1.6 10.5H5.6zM8.5 9.5V8a3.5 3.5 0 0 1 7 0v1.5" />;
}
export function DocumentIcon(props: IconProps) {
  return <Glyph {...props} d="M6.5 3.5h7.5l3.5 3.5v13.5h-11zM13.5 3.5v4h4M9.5 12h5M9.5 16h5" />;
}
export function ReceiptIcon(props: IconProps) {
  return <Glyph {...props} d="M6 3.5h12v17l-2-1.5-2 1.5-2-1.5-2 1.5-2-1.5-2 1.5zM9.5 8.5h5M9.5 12.5h5" />;
}
export function PersonIcon(props: IconProps) {
  return <Glyph {...props} d="M16 8a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM4.5 20.5a7.5 7.5 0 0 1 15 0" />;
}
export function PeopleIcon(props: IconProps) {
  return (
    <Glyph
      {...props}
      d="M12.5 8.5a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0zM2.5 20a6.5 6.5 0 0 1 13 0M15.5 5.3a3.5 3.5 0 0 1 0 6.4M17.5 14a6.5 6.5 0 0 1 4 6"
    />
  );
}
export function GlobeIcon(props: IconProps) {
  return (
    <Glyph
      {...props}
      d="M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0zM3.5 12h17M12 3.5c-2.5 2.4-3.8 5.2-3.8 8.5s1.3 6.1 3.8 8.5c2.5-2.4 3.8-5.2 3.8-8.5S14.5 5.9 12 3.5"
    />
  );
}
export function MoonIcon(props: IconProps) {
  return <Glyph {...props} d="M20 13.8A8.3 8.3 0 1 1 10.2 4a6.6 6.6 0 0 0 9.8 9.8z" />;
}
export function AlertIcon(props: IconProps) {
  return <Glyph {...props} d="M12 4.2 2.8 19.8h18.4zM12 10v4.6M12 17.2v.1" />;
}
export function CheckIcon(props: IconProps) {
  return <Glyph {...props} d="M5 12.8l4.6 4.7L19.2 7" />;
}
export function ClockIcon(props: IconProps) {
  return <Glyph {...props} d="M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0zM12 7v5.3l3.4 2" />;
}
export function CalendarIcon(props: IconProps) {
  return <Glyph {...props} d="M4 5.5h16v15H4zM4 10h16M8.5 3.2v4M15.5 3.2v4" />;
}
export function PassIcon(props: IconProps) {
  return <Glyph {...props} d="M4 5.5h16v15H4zM4 10h16M8.5 3.2v4M15.5 3.2v4M9 15.3l2.1 2.1 4-4.2" />;
}
export function CardIcon(props: IconProps) {
  return <Glyph {...props} d="M3 6h18v12H3zM6.5 14.5h4M14.5 9.7a3.3 3.3 0 0 1 0 4.6M17 8a6 6 0 0 1 0 8" />;
}
export function BusIcon(props: IconProps) {
  return (
    <Glyph
      {...props}
      d="M5 4.5h14v12.5H5zM5 11.5h14M5 7.5H3.5M19 7.5h1.5M7.5 17v2.5M16.5 17v2.5M8.2 14.3h.1M15.7 14.3h.1"
    />
  );
}
export function TramIcon(props: IconProps) {
  return (
    <Glyph
      {...props}
      d="M7 7h10l1.5 10h-13zM7.2 12.5h9.6M9 7l3-3.5L15 7M8.5 3.5h7M8 20.5l1.5-3.5M16 20.5 14.5 17M9.5 14.8h.1M14.4 14.8h.1"
    />
  );
}
export function RefreshIcon(props: IconProps) {
  return (
    <Glyph {...props} d="M4.2 11a8 8 0 0 1 14-4.3L20.5 9M20.5 4v5h-5M19.8 13a8 8 0 0 1-14 4.3L3.5 15M3.5 20v-5h5" />
  );
}
export function HeartIcon(props: IconProps) {
  return (
    <Glyph
      {...props}
      d="M12 20.2C6.5 16.5 3.5 13.2 3.5 9.6A4.5 4.5 0 0 1 12 7.5a4.5 4.5 0 0 1 8.5 2.1c0 3.6-3 6.9-8.5 10.6z"
    />
  );
}
export function ChevronDownIcon(props: IconProps) {
  return <Glyph {...props} d="M5.5 9l6.5 6.5L18.5 9" />;
}
export function ChevronBackIcon(props: IconProps) {
  return <Glyph {...props} mirrored d="M15 5.5 8.5 12l6.5 6.5" />;
}
export function PlusIcon(props: IconProps) {
  return <Glyph {...props} d="M12 5v14M5 12h14" />;
}
export function MinusIcon(props: IconProps) {
  return <Glyph {...props} d="M5 12h14" />;
}
export function TrashIcon(props: IconProps) {
  return <Glyph {...props} d="M4.5 7h15M9 7V4h6v3M6.8 7l.9 13.5h8.6L17.2 7M10.3 11v5.5M13.7 11v5.5" />;
}
export function MailIcon(props: IconProps) {
  return <Glyph {...props} d="M3.5 6h17v12.5h-17zM3.5 7.5l8.5 6 8.5-6" />;
}
export function SearchIcon(props: IconProps) {
  return <Glyph {...props} d="M17 10.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0zM15.2 15.2l5.3 5.3" />;
}
export function InfoIcon(props: IconProps) {
  return <Glyph {...props} d="M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0zM12 11v5.5M12 7.6v.1" />;
}
export function PhoneIcon(props: IconProps) {
  return <Glyph {...props} d="M7 2.8h10v18.4H7zM11 18h2" />;
}
export function AgencyIcon(props: IconProps) {
  return (
    <Glyph
      {...props}
      d="M4 10v10.5h16V10M3 9.5 5 4h14l2 5.5zM3 9.5a3 3 0 0 0 6 0 3 3 0 0 0 6 0 3 3 0 0 0 6 0M9.5 20.5v-5h5v5"
    />
  );
}
export function SignInIcon(props: IconProps) {
  return <Glyph {...props} mirrored d="M14 4h5.5v16H14M3.5 12h11M10 7.5l4.5 4.5-4.5 4.5" />;
}
export function GiftIcon(props: IconProps) {
  return (
    <Glyph
      {...props}
      d="M4.5 11.5h15v9h-15zM3.5 7.5h17v4h-17zM12 7.5v13M12 7.5c-3.2 0-4.8-.9-4.8-2.3S8.7 3 9.7 3.6C10.9 4.3 12 6 12 7.5zM12 7.5c3.2 0 4.8-.9 4.8-2.3S15.3 3 14.3 3.6C13.1 4.3 12 6 12 7.5z"
    />
  );
}
