import { Glyph, type IconProps } from "./glyph.tsx";

/** Icons not used in the first views, in the style of `icons.tsx`. */

export function SunIcon(props: IconProps) {
  return (
    <Glyph
      {...props}
      d="M15.8 12a3.8 3.8 0 1 1-7.6 0 3.8 3.8 0 0 1 7.6 0zM12 2.8v2M12 19.2v2M2.8 12h2M19.2 12h2M5.5 5.5l1.4 1.4M17.1 17.1l1.4 1.4M5.5 18.5l1.4-1.4M17.1 6.9l1.4-1.4"
    />
  );
}
export function ScreenIcon(props: IconProps) {
  return <Glyph {...props} d="M3.5 5h17v11.5h-17zM9 20.5h6M12 16.5v4" />;
}
export function PaymentCardIcon(props: IconProps) {
  return <Glyph {...props} d="M3 6h18v12.5H3zM3 10h18M6.5 15h4" />;
}
export function BankIcon(props: IconProps) {
  return <Glyph {...props} d="M3.5 9.5 12 4l8.5 5.5zM6 9.5v8M10 9.5v8M14 9.5v8M18 9.5v8M3.5 20.5h17M4.5 17.5h15" />;
}
export function LedgerIcon(props: IconProps) {
  return <Glyph {...props} d="M4 4h16v16H4zM4 9.3h16M4 14.6h16M12 9.3V20" />;
}
export function ChevronUpIcon(props: IconProps) {
  return <Glyph {...props} d="M5.5 15.5 12 9l6.5 6.5" />;
}
export function ChevronOnwardIcon(props: IconProps) {
  return <Glyph {...props} mirrored d="M9 5.5l6.5 6.5L9 18.5" />;
}
export function ArrowOnwardIcon(props: IconProps) {
  return <Glyph {...props} mirrored d="M4 12h15.5M13.5 6l6 6-6 6" />;
}
export function ArrowBackIcon(props: IconProps) {
  return <Glyph {...props} mirrored d="M20 12H4.5M10.5 6l-6 6 6 6" />;
}
export function DownloadIcon(props: IconProps) {
  return <Glyph {...props} d="M12 4v11.5M7 10.8l5 5 5-5M4.5 20h15" />;
}
export function UploadIcon(props: IconProps) {
  return <Glyph {...props} d="M12 16V4.5M7 9.2l5-5 5 5M4.5 20h15" />;
}
export function PrintIcon(props: IconProps) {
  return <Glyph {...props} d="M7 9V3.5h10V9M7 17H3.5V9h17v8H17M7 14h10v6.5H7z" />;
}
export function LockIcon(props: IconProps) {
  return <Glyph {...props} d="M5.5 10.5h13v10h-13zM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5M12 14.5v2" />;
}
export function EyeIcon(props: IconProps) {
  return (
    <Glyph
      {...props}
      d="M2.5 12C5 7.8 8.2 5.8 12 5.8s7 2 9.5 6.2c-2.5 4.2-5.7 6.2-9.5 6.2S5 16.2 2.5 12zM14.8 12a2.8 2.8 0 1 1-5.6 0 2.8 2.8 0 0 1 5.6 0z"
    />
  );
}
export function EyeOffIcon(props: IconProps) {
  return (
    <Glyph
      {...props}
      d="M9.8 6.1A9.6 9.6 0 0 1 12 5.8c3.8 0 7 2 9.5 6.2a15 15 0 0 1-2.6 3.3M6.5 7.6A14 14 0 0 0 2.5 12c2.5 4.2 5.7 6.2 9.5 6.2 1.7 0 3.3-.4 4.7-1.2M3.5 3.5l17 17M10 10a2.8 2.8 0 0 0 4 4"
    />
  );
}
export function FilterIcon(props: IconProps) {
  return <Glyph {...props} d="M3.5 6.5h17M7 12h10M10 17.5h4" />;
}
export function WifiOffIcon(props: IconProps) {
  return (
    <Glyph
      {...props}
      d="M3.5 3.5l17 17M2.8 9.4a14 14 0 0 1 4.4-2.8M21.2 9.4A14 14 0 0 0 10.8 5.6M6 13a9 9 0 0 1 4-2.3M18 13a9 9 0 0 0-2.7-1.9M9 16.4a4.6 4.6 0 0 1 5.8-.1M12 19.7v.1"
    />
  );
}
export function HelpIcon(props: IconProps) {
  return (
    <Glyph
      {...props}
      d="M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0zM9.5 9.6a2.6 2.6 0 1 1 3.7 2.4c-.8.4-1.2.9-1.2 1.7v.3M12 16.8v.1"
    />
  );
}
export function HomeIcon(props: IconProps) {
  return <Glyph {...props} d="M3.5 11 12 4l8.5 7M6 9v11.5h12V9M10 20.5v-6h4v6" />;
}
export function CallIcon(props: IconProps) {
  return (
    <Glyph
      {...props}
      d="M5 4h3.5l2 4.8-2.3 1.7a12 12 0 0 0 5.3 5.3l1.7-2.3 4.8 2V19a1.8 1.8 0 0 1-2 1.8C10.5 20.3 3.7 13.5 3.2 6A1.8 1.8 0 0 1 5 4z"
    />
  );
}
export function PinIcon(props: IconProps) {
  return (
    <Glyph
      {...props}
      d="M12 21c-4.3-4.3-6.5-7.8-6.5-10.7a6.5 6.5 0 0 1 13 0C18.5 13.2 16.3 16.7 12 21zM14.4 10.3a2.4 2.4 0 1 1-4.8 0 2.4 2.4 0 0 1 4.8 0z"
    />
  );
}
export function EditIcon(props: IconProps) {
  return <Glyph {...props} d="M4.5 19.5l1-4L16 5l3 3L8.5 18.5zM13.5 7.5l3 3" />;
}
export function SignOutIcon(props: IconProps) {
  return <Glyph {...props} mirrored d="M10 4H4.5v16H10M9.5 12h11M16 7.5l4.5 4.5L16 16.5" />;
}
export function SwapIcon(props: IconProps) {
  return <Glyph {...props} d="M4 8.5h15.5M16 5l3.5 3.5L16 12M20 15.5H4.5M8 12l-3.5 3.5L8 19" />;
}
export function SplitIcon(props: IconProps) {
  return <Glyph {...props} d="M3.5 7.5h4.5v9H3.5zM9.8 7.5h4.5v9H9.8zM16 7.5h4.5v9H16z" />;
}
export function MenuIcon(props: IconProps) {
  return <Glyph {...props} d="M4 6.5h16M4 12h16M4 17.5h16" />;
}
export function MoreIcon(props: IconProps) {
  return (
    <Glyph
      {...props}
      d="M6.2 12a.7.7 0 1 1-1.4 0 .7.7 0 0 1 1.4 0zM12.7 12a.7.7 0 1 1-1.4 0 .7.7 0 0 1 1.4 0zM19.2 12a.7.7 0 1 1-1.4 0 .7.7 0 0 1 1.4 0z"
    />
  );
}
export function CameraIcon(props: IconProps) {
  return <Glyph {...props} d="M3.5 7.5h4l1.5-2.5h6l1.5 2.5h4v12h-17zM15.5 13.3a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0z" />;
}
export function BellIcon(props: IconProps) {
  return <Glyph {...props} d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15zM10 20.8h4" />;
}
export function ShieldIcon(props: IconProps) {
  return <Glyph {...props} d="M12 3.5l7 2.5v5.5c0 4.3-2.4 7.3-7 9-4.6-1.7-7-4.7-7-9V6zM9 12l2.2 2.2L15.2 10" />;
}
export function KeyIcon(props: IconProps) {
  return <Glyph {...props} d="M13 9a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0zM11.8 12.2l7.7 7.7M16 16.5l2-2" />;
}
export function SettingsIcon(props: IconProps) {
  return (
    <Glyph
      {...props}
      d="M4 7h9M17 7h3M4 17h3M11 17h9M17 7a2 2 0 1 1-4 0 2 2 0 0 1 4 0zM11 17a2 2 0 1 1-4 0 2 2 0 0 1 4 0z"
    />
  );
}
export function ExternalIcon(props: IconProps) {
  return <Glyph {...props} d="M10 5.5H4.5v14h14V14M13.5 4.5h6v6M19 5l-8.5 8.5" />;
}
export function CopyIcon(props: IconProps) {
  return <Glyph {...props} d="M8.5 8.5h11v12h-11zM15.5 8.5v-5h-11v12h4" />;
}
export function CloseIcon(props: IconProps) {
  return <Glyph {...props} d="M5.5 5.5l13 13M18.5 5.5l-13 13" />;
}
