import type { Subscription } from "@guichet/contract/subscriptions.ts";
import { PassIcon } from "@guichet/ui/icons.tsx";
import { Item } from "@guichet/ui/item.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Plate } from "@guichet/ui/tickets/plate.tsx";
import { useFormats } from "../formats/formats.ts";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";
import { beneficiaryName, expiryText, nextDebitText, StateStamp } from "./subscription-words.tsx";

/** The account's subscriptions with automatic renewal, each with a link to end it (consumer code L215-1-1). */
export function AccountSubscriptions({ subscriptions }: { subscriptions: readonly Subscription[] | null }) {
  const t = useT();
  if (subscriptions === null) return <Notice tone="bad">{t("subscriptions.failed")}</Notice>;
  const running = subscriptions.filter(({ state }) => state !== "TERMINATED");
  return (
    <>
      {running.length === 0 ? (
        <p>{t("subscriptions.none.title")}</p>
      ) : (
        <Sheet list>
          <ul>
            {running.map((one) => (
              <li key={one.subscriptionId}>
                <OneOfAccount one={one} />
              </li>
            ))}
          </ul>
        </Sheet>
      )}
      {subscriptions.length > 0 && (
        <p>
          <TextLink href={href("tacit")}>{t("subscriptions.all")}</TextLink>
        </p>
      )}
    </>
  );
}

function OneOfAccount({ one }: { one: Subscription }) {
  const t = useT();
  const formats = useFormats();
  const { subscriptionId: id, product, nextDebit, mayTerminate, blocked } = one;
  const warned = blocked ? undefined : expiryText(t, formats, one);
  return (
    <>
      <Item
        href={href("tacitOne", { id })}
        icon={
          <Plate size="l">
            <PassIcon />
          </Plate>
        }
        name={product.name}
        note={
          <>
            <bdi>{beneficiaryName(one)}</bdi>
            {nextDebit && (
              <>
                <br />
                {t("subscriptions.next-debit.labelled", { next: nextDebitText(t, formats, one) })}
              </>
            )}
            <br />
            <StateStamp one={one} />
          </>
        }
      />
      {warned && <p className="small">{warned}</p>}
      {mayTerminate && (
        <div className="row">
          <LinkButton
            variant="quiet"
            href={href("tacitOne", { id }, { step: "end" })}
            aria-label={t("subscriptions.end.of", { name: product.name })}
          >
            {t("subscriptions.end")}
          </LinkButton>
        </div>
      )}
    </>
  );
}
