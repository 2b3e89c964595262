import { Facts } from "@guichet/ui/facts.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { CameraIcon, EditIcon } from "@guichet/ui/more-icons.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { Page, PageHead, Stack } from "@guichet/ui/page/page.tsx";
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
import { useFormats } from "../formats/formats.ts";
import { sentBack, typedOf } from "../forms/form-values.ts";
import { nextIn } from "../identity/return-path.ts";
import { reached } from "../identity/sign-in.server.ts";
import { Title } from "../page/title.tsx";
import { fileHref, href } from "../paths.ts";
import { type RequestContext, requestContextOf } from "../request-context/request-context.ts";
import { noStore } from "../request-context/sign-out.server.ts";
import { runningOf } from "../subscriptions/subscriptions.server.ts";
import { useT } from "../texts/texts.tsx";
import { Deactivation } from "./deactivation.tsx";
import "./picture.css";
import { OwnSignIn } from "./own-sign-in.tsx";
import { PersonView } from "./person-view.tsx";
import { PictureView } from "./picture-view.tsx";
import { saveTariffStatus, tariffStatuses } from "./tariff-status.server.ts";
import { TariffStatusForm } from "./tariff-status.tsx";
import {
  deactivate,
  giveOwnSignIn,
  removeOwnSignIn,
  removePicture,
  restore,
  savePerson,
  savePicture,
  type TravellerShown,
  travellerOf,
} from "./traveller.server.ts";

/** Loads a traveller of the account for its holder. The holder's own data is on /account, except for their picture. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const traveller = await travellerOf(requestContextOf(context), params.id ?? "");
  if (traveller === undefined) throw data(null, { status: 404 });
  const edit = new URL(request.url).searchParams.get("edit");
  if (traveller.isSelf && edit !== "picture") throw redirect(href("account", undefined, { edit: "personal" }));
  const view = edit === "picture" || edit === "person" ? edit : "all";
  const ctx = requestContextOf(context);
  const [statuses, running] = await Promise.all([tariffStatuses(ctx), runningOf(ctx, traveller.userId)]);
  return data({ view, traveller, statuses, running } as const, { headers: noStore });
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

const changes: Record<string, typeof giveOwnSignIn> = {
  "own-sign-in": giveOwnSignIn,
  "own-sign-in-removal": removeOwnSignIn,
  "tariff-status": saveTariffStatus,
  person: savePerson,
  deactivation: deactivate,
  restoration: restore,
  "picture-removal": removePicture,
};

/** Applies one change, then redirects to the traveller with a confirmation. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const sent = await request.formData();
  const typed = typedOf(sent);
  const what = typed.what ?? "";
  const id = params.id ?? "";
  const picture = sent.get("picture");
  const sendPicture = (ctx: RequestContext, userId: string) =>
    savePicture(ctx, userId, picture instanceof File ? picture : undefined);
  const change = what === "picture" ? sendPicture : Object.hasOwn(changes, what) ? changes[what] : undefined;
  if (change === undefined) throw data(null, { status: 400 });
  const changed = await reached(() => change(requestContextOf(context), id, typed));
  // A user who needed a picture to continue returns to that page.
  const next = what === "picture" ? nextIn(new URL(request.url).searchParams) : undefined;
  if (changed.ok) return redirect(next ?? (await flashHref(requestContextOf(context), id, what)), { status: 303 });
  const faults = "faults" in changed ? changed.faults : [{ code: changed.code }];
  return data({ ...sentBack(faults, typed), what }, { status: 422 });
}

/** The page that shows the confirmation: the traveller's, or the holder's own. */
async function flashHref(ctx: RequestContext, id: string, what: string): Promise<string> {
  const holder = await ctx.session.holder();
  return holder?.userId === id
    ? href("account", undefined, { flash: "personal" })
    : href("traveller", { id }, { flash: what });
}

/** Confirmations of each action. */
const flashMessages = {
  added: "travellers.flash.added",
  person: "travellers.flash.saved",
  picture: "travellers.flash.picture",
  "picture-removal": "travellers.flash.picture-removed",
  deactivation: "travellers.flash.deactivated",
  restoration: "travellers.flash.restored",
  "tariff-status": "travellers.flash.status",
  "own-sign-in": "travellers.flash.given",
  "own-sign-in-removal": "travellers.flash.removed",
} as const;
const isKnownProvider = (what: string | null): what is keyof typeof flashMessages =>
  what !== null && Object.hasOwn(flashMessages, what);

export default function TravellerScreen() {
  const t = useT();
  const { view, traveller, statuses, running } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [search] = useSearchParams();
  const flash = search.get("flash");
  const { userId, firstName, lastName, isSelf, isActive, tariffStatus } = traveller;
  if (view === "person") return <PersonView traveller={traveller} answer={answer} />;
  if (view === "picture") {
    const title = t("travellers.picture.of", { name: firstName });
    return (
      <Page narrow>
        <Title faulty={answer && t("shell.form.faulty")}>{title}</Title>
        <BackLink
          href={nextIn(search) ?? (isSelf ? href("account") : href("traveller", { id: userId }))}
          label={t("travellers.new.back")}
        />
        <PageHead title={title} />
        <PictureView person={traveller} answer={answer} />
      </Page>
    );
  }
  return (
    <Page narrow>
      <BackLink href={href("account")} label={t("travellers.back")} />
      {isKnownProvider(flash) && answer === undefined && (
        <Notice tone="ok" role="status" title={t(flashMessages[flash], { name: firstName })} />
      )}
      <PageHead title={<bdi>{`${firstName} ${lastName}`}</bdi>} />
      <Person traveller={traveller} />
      {isActive && <TariffStatusForm statuses={statuses} value={tariffStatus} />}
      <OwnSignIn traveller={traveller} answer={answer} />
      <Deactivation traveller={traveller} running={running} answer={answer} />
    </Page>
  );
}

/** The traveller's picture and details. */
function Person({ traveller }: { traveller: TravellerShown }) {
  const t = useT();
  const formats = useFormats();
  const { userId, firstName, birthday, phone, picture, isActive } = traveller;
  const facts = [
    ...(birthday === null ? [] : [{ term: t("travellers.birth-date"), value: formats.shortDay(birthday) }]),
    ...(phone === null ? [] : [{ term: t("travellers.phone"), value: <Figures>{phone}</Figures> }]),
    { term: t("travellers.state"), value: t(isActive ? "travellers.active" : "travellers.deactivated") },
  ];
  return (
    <Sheet title={t("travellers.who")} id="who">
      {picture !== null && (
        <img
          className="picture"
          src={fileHref("picture", { person: userId, v: picture })}
          alt={t("travellers.picture.of", { name: firstName })}
          width={90}
          height={120}
        />
      )}
      <Facts facts={facts} />
      {isActive && (
        <Stack gap="m" two>
          <LinkButton href={href("traveller", { id: userId }, { edit: "person" })} icon={<EditIcon size="s" />}>
            {t("travellers.edit.link")}
          </LinkButton>
          <LinkButton href={href("traveller", { id: userId }, { edit: "picture" })} icon={<CameraIcon size="s" />}>
            {t(picture === null ? "travellers.picture.add" : "travellers.picture.change")}
          </LinkButton>
        </Stack>
      )}
    </Sheet>
  );
}
