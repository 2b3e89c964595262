import { CorrectionKind, type StaffTraveller } from "@guichet/contract/office/travellers.ts";
import { Facts } from "@guichet/ui/facts.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Split } from "@guichet/ui/page/page.tsx";
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useSearchParams,
} from "react-router";
import { href } from "../paths.ts";
import { useKeys } from "../shell/keys.tsx";
import { OfficePage } from "../shell/office-page.tsx";
import { useFormats, useMay } from "../shell/page-context.tsx";
import { refusalText, refused } from "../shell/refusals.ts";
import { actionNetworkOf, networkOf, requestContextOf } from "../shell/request-context.ts";
import { SearchBox } from "../shell/search/search-box.tsx";
import { useT } from "../shell/texts.tsx";
import { CorrectionForm } from "./correction-form.tsx";
import { LinkedItems } from "./linked-items.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const outcome = await ctx.call("getTraveller", { travellerId: params.id ?? "" }, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  return outcome.value;
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await actionNetworkOf(ctx, params.network);
  const travellerId = params.id ?? "";
  const form = await request.formData();
  const said = (name: string) => `${form.get(name) ?? ""}`.trim();
  const typed = {
    firstName: said("firstName"),
    lastName: said("lastName"),
    birthDate: said("birthDate"),
    kind: said("kind"),
    reason: said("reason"),
  };
  const kind = CorrectionKind.safeParse(typed.kind).data;
  if (kind === undefined || typed.reason === "") return { code: "FIELD_REQUIRED" as const, typed };
  const seen = {
    firstName: `${form.get("seenFirstName") ?? ""}`,
    lastName: `${form.get("seenLastName") ?? ""}`,
    birthDate: said("seenBirthDate") || null,
  };
  const { firstName, lastName, reason } = typed;
  const corrected = { firstName, lastName, birthDate: typed.birthDate || null, kind, reason };
  const outcome = await ctx.call("correctTraveller", { travellerId, seen, ...corrected }, network.id);
  if (!outcome.ok) return refused(outcome.code, { typed });
  const { cards } = outcome.value;
  const flash = new URLSearchParams({ done: kind, cards: `${cards}` });
  return redirect(`${href("traveller", { network: network.id, id: travellerId })}?${flash}`, { status: 303 });
}

/** One traveller: identity, linked items, and the correction form. */
export default function Traveller() {
  const t = useT();
  const { traveller } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const mayCorrect = useMay()("travellers.correct");
  useKeys({ "/": "q", c: "correct" });
  const { firstName, lastName, birthDate, isGuest, holder } = traveller;
  return (
    <OfficePage
      title={`${firstName} ${lastName}`.trim() || (isGuest && holder.email) || t("travellers.unnamed")}
      flash={<Done />}
      refused={answer?.code && refusalText(t, answer.code)}
    >
      <SearchBox of="travellers" />
      <Split
        aside={
          mayCorrect ? (
            <CorrectionForm key={`${firstName} ${lastName} ${birthDate}`} traveller={traveller} typed={answer?.typed} />
          ) : (
            <Notice>{t("shell.read-only")}</Notice>
          )
        }
      >
        <Who traveller={traveller} />
        <LinkedItems traveller={traveller} />
        <AuditEntries traveller={traveller} />
      </Split>
    </OfficePage>
  );
}

/** Confirmation of the last action. */
function Done() {
  const t = useT();
  const [query] = useSearchParams();
  const kind = CorrectionKind.safeParse(query.get("done")).data;
  if (kind === undefined) return null;
  const cards = Number(query.get("cards")) || 0;
  return (
    <Notice tone="ok" role="status">
      <p>{t(`travellers.done.${kind}`)}</p>
      {cards > 0 && <p>{t("travellers.done.cards", { count: cards })}</p>}
    </Notice>
  );
}

function Who({ traveller }: { traveller: StaffTraveller }) {
  const t = useT();
  const formats = useFormats();
  const { birthDate, holder, isHolder, isGuest, tariffStatus, hasPicture } = traveller;
  const facts = [
    { term: t("travellers.born"), value: birthDate === null ? t("travellers.unknown") : formats.shortDay(birthDate) },
    { term: t("travellers.account"), value: <bdi>{isHolder ? t("travellers.is-holder") : holder.name}</bdi> },
    { term: t("travellers.email"), value: <bdi dir="ltr">{holder.email}</bdi> },
    { term: t("travellers.customer-number"), value: <Figures>{holder.customerNumber}</Figures> },
    ...(isGuest ? [{ term: t("travellers.guest"), value: t("travellers.yes") }] : []),
    ...(tariffStatus === null ? [] : [{ term: t("travellers.status"), value: tariffStatus }]),
    { term: t("travellers.picture"), value: t(hasPicture ? "travellers.yes" : "travellers.no") },
  ];
  return <Facts facts={facts} />;
}

function AuditEntries({ traveller: { acts } }: { traveller: StaffTraveller }) {
  const t = useT();
  const formats = useFormats();
  if (acts.length === 0) return null;
  return (
    <section>
      <h2>{t("travellers.history")}</h2>
      <ol className="history">
        {acts.map(({ act, by, at, reason }) => (
          <li key={`${at} ${act}`}>
            <span>{formats.shortInstant(at)}</span>
            <span>
              {t(act === "traveller.change" ? "travellers.audit.change" : "travellers.audit.correct", {
                name: by ?? "–",
              })}
              {reason && <q className="act-note">{reason}</q>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
