import type { StaffCustomer } from "@guichet/contract/office/customer-service/customers.ts";
import type { StaffPermission } from "@guichet/contract/staff-roles.ts";
import { TextLink } from "@guichet/ui/link.tsx";
import { href, type RouteName } from "../paths.ts";
import { useFormats, useMay, useNetwork } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";
import { actText, signInText } from "./customer-words.ts";
import { ListSection, Particulars } from "./list-section.tsx";

/** Travellers, cards, subscriptions, submissions and sessions of a customer. */
export function CustomerRecords({ customer }: { customer: StaffCustomer }) {
  const t = useT();
  const formats = useFormats();
  const { travellers, cards, subscriptions, submissions, sessions } = customer;
  return (
    <>
      <ListSection id="travellers" title={t("customers.list.travellers")}>
        {travellers.map(({ travellerId, name, birthDate, isHolder, isActive, hasOwnSignIn }) => (
          <li key={travellerId}>
            <RecordLink to="traveller" needs="travellers.read" id={travellerId} text={name || t("customers.unnamed")} />
            <Particulars
              of={[
                birthDate === null ? null : formats.shortDay(birthDate),
                isHolder ? t("customers.is-holder") : null,
                hasOwnSignIn ? t("customers.own-sign-in") : null,
                isActive ? null : t("customers.deactivated"),
              ]}
            />
          </li>
        ))}
      </ListSection>
      <ListSection id="cards" title={t("customers.cards")}>
        {cards.map(({ cardId, number, name, state }) => (
          <li key={cardId}>
            <RecordLink to="transportCard" needs="cards.read" id={cardId} text={number} />
            <Particulars of={[name, state === null ? null : t(`customers.card.${state}`)]} />
          </li>
        ))}
      </ListSection>
      <ListSection id="subscriptions" title={t("customers.subscriptions")}>
        {subscriptions.map(({ subscriptionId, name, traveller, state, endsAt }) => (
          <li key={subscriptionId}>
            <b>{name}</b>
            <Particulars
              of={[
                traveller,
                t(`customers.subscription.${state}`),
                t("customers.paid-until", { day: formats.lastDayOf(endsAt) }),
              ]}
            />
          </li>
        ))}
      </ListSection>
      <ListSection id="submissions" title={t("customers.list.submission")}>
        {submissions.map(({ submissionId, number, state, createdAt }) => (
          <li key={submissionId}>
            <RecordLink to="submission" needs="documents.examine" id={submissionId} text={number} />
            <Particulars of={[t(`customers.submission.${state}`), formats.shortInstant(createdAt)]} />
          </li>
        ))}
      </ListSection>
      <ListSection id="sessions" title={t("customers.sessions")}>
        {sessions.map(({ device, method, traveller, createdAt, seenAt }) => (
          <li key={`${createdAt} ${seenAt}`}>
            <b>{device ?? t("customers.unknown-device")}</b>
            <Particulars
              of={[
                traveller,
                signInText(t, method),
                t("customers.signed-in", { day: formats.shortInstant(createdAt) }),
                t("customers.last-used", { day: formats.shortInstant(seenAt) }),
              ]}
            />
          </li>
        ))}
      </ListSection>
    </>
  );
}

/** What staff did for this customer. */
export function CustomerHistory({ customer: { acts } }: { customer: StaffCustomer }) {
  const t = useT();
  const formats = useFormats();
  return (
    <ListSection id="history" title={t("customers.history")}>
      {acts.map(({ act, by, at, reason }) => (
        <li key={`${at} ${act}`}>
          <b>{actText(t, act)}</b>
          <Particulars of={[by ?? "–", formats.shortInstant(at), reason]} />
        </li>
      ))}
    </ListSection>
  );
}

interface RecordLinkProps {
  to: RouteName;
  needs: StaffPermission;
  id: string;
  text: string;
}

/** A link to the screen of a record, for those who may open it. */
function RecordLink({ to, needs, id, text }: RecordLinkProps) {
  const may = useMay();
  const network = useNetwork();
  if (!may(needs)) return <bdi>{text}</bdi>;
  return (
    <TextLink href={href(to, { network: network.id, id })}>
      <bdi>{text}</bdi>
    </TextLink>
  );
}
