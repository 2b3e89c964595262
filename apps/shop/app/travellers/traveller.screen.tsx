import { BackLink } from "@guichet/ui/back-link.tsx";
import { Facts } from "@guichet/ui/facts.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Page, PageHead } from "@guichet/ui/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import {
  type ActionFunctionArgs,
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useSearchParams,
} from "react-router";
import { reached } from "../identity/sign-in.server.ts";
import { href } from "../paths.ts";
import { useFormats } from "../shell/formats.ts";
import { notKept } from "../shell/sign-out.server.ts";
import { useT } from "../shell/texts.tsx";
import { sentBack, typedOf } from "../shell/typed.ts";
import { visitOf } from "../shell/visit.ts";
import { OwnSignIn } from "./own-sign-in.tsx";
import { saveTariffStatus, tariffStatuses } from "./tariff-status.server.ts";
import { TariffStatusForm } from "./tariff-status.tsx";
import { giveOwnSignIn, removeOwnSignIn, type TravellerShown, travellerOf } from "./traveller.server.ts";

/** A traveller of the account, for its holder. The holder's own data stands on /account. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const traveller = await travellerOf(visitOf(context), params.id ?? "");
  if (traveller === undefined) throw data(null, { status: 404 });
  if (traveller.isSelf) throw redirect(href("account", undefined, { edit: "personal" }));
  return data({ traveller, statuses: await tariffStatuses(visitOf(context)) }, { headers: notKept });
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

const changes: Record<string, typeof giveOwnSignIn> = {
  "own-sign-in": giveOwnSignIn,
  "own-sign-in-removal": removeOwnSignIn,
  "tariff-status": saveTariffStatus,
};

/** One change; then back to the traveller, and it says that it is done. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const typed = typedOf(await request.formData());
  const what = typed.what ?? "";
  const id = params.id ?? "";
  const change = Object.hasOwn(changes, what) ? changes[what] : undefined;
  if (change === undefined) throw data(null, { status: 400 });
  const changed = await reached(() => change(visitOf(context), id, typed));
  if (changed.ok) return redirect(href("traveller", { id }, { told: what }), { status: 303 });
  const faults = "faults" in changed ? changed.faults : [{ code: changed.code }];
  return data({ ...sentBack(faults, typed), what }, { status: 422 });
}

/** What has just been done. */
const tellings: Readonly<
  Record<string, "travellers.told.given" | "travellers.told.removed" | "travellers.told.status">
> = {
  "tariff-status": "travellers.told.status",
  "own-sign-in": "travellers.told.given",
  "own-sign-in-removal": "travellers.told.removed",
};

export default function TravellerScreen() {
  const t = useT();
  const { traveller, statuses } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [search] = useSearchParams();
  const told = tellings[search.get("told") ?? ""];
  return (
    <Page narrow>
      <BackLink href={href("account")} label={t("travellers.back")} />
      {told && answer === undefined && (
        <Notice tone="ok" role="status" title={t(told, { name: traveller.firstName })} />
      )}
      <PageHead title={<bdi>{`${traveller.firstName} ${traveller.lastName}`}</bdi>} />
      <Person traveller={traveller} />
      {traveller.isActive && <TariffStatusForm statuses={statuses} value={traveller.tariffStatus} />}
      <OwnSignIn traveller={traveller} answer={answer} />
    </Page>
  );
}

/** Who it is. */
function Person({ traveller }: { traveller: TravellerShown }) {
  const t = useT();
  const formats = useFormats();
  const { birthday, isActive } = traveller;
  const facts = [
    ...(birthday === null ? [] : [{ term: t("travellers.birth-date"), value: formats.shortDay(birthday) }]),
    { term: t("travellers.state"), value: t(isActive ? "travellers.active" : "travellers.deactivated") },
  ];
  return (
    <Sheet title={t("travellers.who")} id="who">
      <Facts facts={facts} />
    </Sheet>
  );
}
