import type { IconProps } from "@guichet/ui/glyph.tsx";
import {
  BusIcon,
  CalendarIcon,
  CardIcon,
  GiftIcon,
  HeartIcon,
  PassIcon,
  PeopleIcon,
  PhoneIcon,
  RefreshIcon,
  TicketIcon,
  TramIcon,
} from "@guichet/ui/icons.tsx";
import type { ComponentType } from "react";

const icons: Readonly<Record<string, ComponentType<IconProps>>> = {
  bus: BusIcon,
  calendar: CalendarIcon,
  card: CardIcon,
  gift: GiftIcon,
  heart: HeartIcon,
  pass: PassIcon,
  people: PeopleIcon,
  phone: PhoneIcon,
  refresh: RefreshIcon,
  ticket: TicketIcon,
  tram: TramIcon,
};

/** Icon that a network assigns to a category; unknown names show a ticket. */
export function CategoryIcon({ name, ...rest }: IconProps & { name: string }) {
  const Icon = (Object.hasOwn(icons, name) && icons[name]) || TicketIcon;
  return <Icon {...rest} />;
}
