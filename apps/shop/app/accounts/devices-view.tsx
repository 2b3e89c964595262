import { Button } from "@guichet/ui/button.tsx";
import { PhoneIcon } from "@guichet/ui/icons.tsx";
import { Item } from "@guichet/ui/item.tsx";
import { ScreenIcon, SignOutIcon } from "@guichet/ui/more-icons.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Plate } from "@guichet/ui/tickets/plate.tsx";
import { Form, useSearchParams } from "react-router";
import { useFormats } from "../formats/formats.ts";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";
import type { Device } from "./devices.server.ts";

/** List of the account's sessions by browser and device name, with buttons to sign out one or all others. */
export function DevicesView({ devices, isHolder }: { devices: readonly Device[]; isHolder: boolean }) {
  const t = useT();
  const [search] = useSearchParams();
  const others = devices.filter(({ isCurrent }) => !isCurrent);
  return (
    <Page narrow>
      <Title>{t("accounts.devices")}</Title>
      <BackLink href={href("account")} label={t("accounts.back")} />
      {search.get("flash") === "signed-out" && (
        <Notice tone="ok" role="status" title={t("accounts.flash.signed-out")} />
      )}
      <PageHead title={t("accounts.devices")}>
        {t(isHolder ? "accounts.devices.text" : "accounts.devices.text.traveller")}
      </PageHead>
      <Sheet list>
        {devices.map((device) => (
          <DeviceItem key={device.sessionId} device={device} />
        ))}
      </Sheet>
      {others.length > 1 && (
        <Form method="post">
          <input type="hidden" name="what" value="sign-out-device" />
          <Button big>{t("accounts.devices.all")}</Button>
        </Form>
      )}
    </Page>
  );
}

function DeviceItem({ device }: { device: Device }) {
  const t = useT();
  const formats = useFormats();
  const name = device.device ?? t("accounts.devices.unknown");
  const seen = device.isCurrent
    ? t("accounts.devices.this")
    : t("accounts.devices.seen", { when: formats.instant(device.seenAt) });
  const isHand = /Android|iPhone|iPad/.test(name);
  return (
    <Item
      icon={<Plate size="l">{isHand ? <PhoneIcon /> : <ScreenIcon />}</Plate>}
      name={<bdi>{name}</bdi>}
      note={device.traveller === null ? seen : `${seen} · ${device.traveller}`}
      end={device.isCurrent ? <span /> : <SignOutForm device={device} name={name} />}
    />
  );
}

function SignOutForm({ device, name }: { device: Device; name: string }) {
  const t = useT();
  return (
    <Form method="post">
      <input type="hidden" name="what" value="sign-out-device" />
      <input type="hidden" name="sessionId" value={device.sessionId} />
      <Button icon={<SignOutIcon size="s" />} aria-label={`${t("accounts.sign-out")}: ${name}`}>
        <span className="hidden md:inline">{t("accounts.sign-out")}</span>
      </Button>
    </Form>
  );
}
