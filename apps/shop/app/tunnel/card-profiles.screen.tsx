import { newCard } from "@guichet/contract/limits/transport-card-limits.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Facts } from "@guichet/ui/facts.tsx";
import { ErrorSummary } from "@guichet/ui/forms/error-summary.tsx";
import { CheckIcon } from "@guichet/ui/icons.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
import { type FormEvent, useState } from "react";
import {
  type ActionFunctionArgs,
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigate,
  useSearchParams,
} from "react-router";
import { useFormats } from "../formats/formats.ts";
import { sentBack, typedOf } from "../forms/form-values.ts";
import { reached } from "../identity/sign-in.server.ts";
import { href } from "../paths.ts";
import { requestContextOf } from "../request-context/request-context.ts";
import { noStore } from "../request-context/sign-out.server.ts";
import { todayOf } from "../request-context/today.ts";
import { useT } from "../texts/texts.tsx";
import { chosenStatus, type TariffStatus, tariffStatuses } from "../travellers/tariff-status.server.ts";
import { ProfileForm, readProfile } from "./profile-form.tsx";
import { newCardOffers, type TunnelTraveller, tunnelPeople } from "./tunnel.server.ts";
import { TunnelFrame } from "./tunnel-frame.tsx";
import { type TunnelState, tunnel } from "./tunnel-state.ts";

export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const [{ travellers }, offers, statuses] = await Promise.all([
    tunnelPeople(ctx),
    newCardOffers(ctx),
    tariffStatuses(ctx),
  ]);
  return data({ travellers, offers, statuses }, { headers: noStore });
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

/** Saves the name and birth date of one passenger. */
export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const typed = typedOf(await request.formData());
  const read = readProfile(typed, todayOf(ctx));
  if (!read.ok) return data(sentBack(read.faults, typed), { status: 422 });
  const { userId, birthDate, ...names } = read.value;
  // Where birth dates are hidden, the known one is kept unless another is entered.
  const person = birthDate === null ? names : { ...names, birthDate };
  const saved = await reached(() => ctx.call("updateAccount", { ...person, ...chosenStatus(ctx, typed) }, { userId }));
  if (!saved.ok) return data(sentBack([{ code: saved.code }], typed), { status: 422 });
  return redirect(href("tunnelCardProfiles"), { status: 303 });
}

/** The bearers of the new cards: names, birth date, picture (§2 "/tunnel/card/profiles"). */
export default function TunnelCardProfiles() {
  const t = useT();
  return (
    <TunnelFrame
      step="profiles"
      title={t("tunnel.profiles.title")}
      text={t("tunnel.profiles.text")}
      back={() => ({ href: href("tunnelCard"), label: t("tunnel.stop.card") })}
    >
      {(state) => <Profiles state={state} />}
    </TunnelFrame>
  );
}

function Profiles({ state }: { state: TunnelState }) {
  const t = useT();
  const navigate = useNavigate();
  const { travellers, offers, statuses } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [search] = useSearchParams();
  const [summary, setSummary] = useState<{ message: string; field?: string }[]>([]);
  const bearers = state.passengers.flatMap(({ id, media }) =>
    media === newCard ? (travellers.find(({ userId }) => userId === id) ?? []) : [],
  );
  const offer = offers.find(({ shopItemId }) => shopItemId === state.selectedMedia?.shopItemId);
  const asksPicture = offer?.pictureRequired ?? false;
  const editing = answer?.typed.userId ?? search.get("edit");
  const open = bearers.find(({ userId }) => userId === editing) ?? bearers.find(lacksData);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const missing = bearers.flatMap((bearer) => [
      ...(lacksData(bearer) ? [{ message: t("tunnel.profiles.missing.data", { name: bearer.name }) }] : []),
      ...(asksPicture && !bearer.hasPicture
        ? [{ message: t("tunnel.profiles.missing.picture", { name: bearer.name }) }]
        : []),
    ]);
    setSummary(missing);
    if (missing.length > 0) return;
    tunnel.change({ ready: true });
    void navigate(href("tunnelCardSelection"));
  };
  return (
    <div className="stack" data-gap="l">
      <ErrorSummary key={summary.length} title={t("shell.form.problem")} errors={summary} />
      {bearers.map((bearer) =>
        bearer === open ? (
          <ProfileForm key={bearer.userId} traveller={bearer} statuses={statuses} answer={answer} />
        ) : (
          <Bearer key={bearer.userId} traveller={bearer} statuses={statuses} asksPicture={asksPicture} />
        ),
      )}
      <form onSubmit={submit} noValidate>
        <Button variant="main" big>
          {t("tunnel.profiles.confirm")}
        </Button>
      </form>
    </div>
  );
}

const lacksData = ({ firstName, lastName, hasBirthDate }: TunnelTraveller): boolean =>
  firstName === "" || lastName === "" || !hasBirthDate;

/** The details printed on the card, and its picture. */
function Bearer({
  traveller,
  statuses,
  asksPicture,
}: {
  traveller: TunnelTraveller;
  statuses: readonly TariffStatus[];
  asksPicture: boolean;
}) {
  const t = useT();
  const formats = useFormats();
  const { userId, name, birthday, hasBirthDate, hasPicture } = traveller;
  const known = hasBirthDate ? t("tunnel.profiles.birth-date.known") : "–";
  const status = statuses.find(({ id }) => id === traveller.tariffStatus)?.name;
  const next = href("tunnelCardProfiles");
  const pictureAt = href("traveller", { id: userId }, { edit: "picture", next });
  return (
    <Sheet title={name} id={`bearer-${userId}`}>
      <Facts
        facts={[
          { term: t("tunnel.profiles.birth-date"), value: birthday === null ? known : formats.shortDay(birthday) },
          ...(status === undefined ? [] : [{ term: t("travellers.status"), value: status }]),
          ...(asksPicture
            ? [
                {
                  term: t("tunnel.profiles.picture"),
                  value: hasPicture ? (
                    <Stamp tone="ok" icon={<CheckIcon size="s" />}>
                      {t("tunnel.profiles.picture.there")}
                    </Stamp>
                  ) : (
                    t("tunnel.profiles.picture.none")
                  ),
                },
              ]
            : []),
        ]}
      />
      <div className="row">
        <LinkButton variant="quiet" href={href("tunnelCardProfiles", undefined, { edit: userId })}>
          {t("tunnel.profiles.edit", { name })}
        </LinkButton>
        {asksPicture && (
          <LinkButton variant="quiet" href={pictureAt}>
            {t(hasPicture ? "tunnel.profiles.picture.change" : "tunnel.profiles.picture.add", { name })}
          </LinkButton>
        )}
      </div>
    </Sheet>
  );
}
