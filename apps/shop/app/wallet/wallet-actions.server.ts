import { data, redirect } from "react-router";
import type { Typed } from "../forms/form-values.ts";
import { href } from "../paths.ts";
import { idIn } from "../request-context/account-file.server.ts";
import type { RequestContext } from "../request-context/request-context.ts";
import { noteRide } from "./ride.server.ts";

/** Returns a refusal for the screen, with the submitted values. */
const refused = (code: string, typed: Typed) => data({ code, sticker: typed.sticker ?? "" }, { status: 422 });

/** Idempotency key of a form: a resubmission has the same key; changed values after a refusal yield a new one. */
function once({ key = "" }: Typed, ...what: (string | undefined)[]): { idempotencyKey?: string } {
  const whole = [key, ...what].filter(Boolean).join(".");
  return key !== "" && /^[\w.-]{8,128}$/.test(whole) ? { idempotencyKey: whole } : {};
}

/** Uses a ticket, transfers it, or records the choice about sharing its location. */
export async function walletAction(ctx: RequestContext, url: string, typed: Typed) {
  const ticketId = idIn(url, "ticket");
  const back = (more: Record<string, string>, isPresented = new URL(url).searchParams.has("present")) =>
    redirect(href("wallet", undefined, { ticket: ticketId, ...(isPresented ? { present: "1" } : {}), ...more }), {
      status: 303,
    });
  if (typed.what === "give") {
    const [kind, id = ""] = (typed.receiver ?? "").split(":");
    if (id === "") return refused("TRAVELLER_REQUIRED", typed);
    const to = kind === "card" ? { mediaId: id } : { customerId: id };
    const given = await ctx.call("transferContract", { ticketId, ...to }, once(typed, id));
    if (!given.ok) return refused(given.code, typed);
    const { transfer, ticketId: fresh } = given.value;
    if (fresh === null) return back({ flash: "given-ERROR" });
    return redirect(href("wallet", undefined, { ticket: fresh, flash: `given-${transfer}` }), { status: 303 });
  }
  if (typed.what === "position-choice") {
    const agreed = typed.agreed === "yes";
    await ctx.call("agreeToGeolocation", { agreed });
    return back(agreed && typed.use ? { used: typed.use } : {});
  }
  if (typed.what === "position") {
    const [latitude, longitude, accuracy] = [typed.latitude, typed.longitude, typed.accuracy].map(Number);
    if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return refused("FIELD_INVALID", typed);
    const where = { latitude: latitude ?? 0, longitude: longitude ?? 0, accuracy: Math.min(accuracy || 0, 100_000) };
    const sent = await ctx.call("sendGeolocation", { useId: typed.use ?? "", ...where });
    return sent.ok ? data(null) : refused(sent.code, typed);
  }
  const sticker = (typed.sticker ?? "").replaceAll(/[\s-]/g, "").toUpperCase();
  if (sticker !== "" && !/^[A-Z0-9]{4,12}$/.test(sticker)) return refused("VIGNETTE_UNKNOWN", typed);
  const place: { stickerId?: string; vignette?: string } =
    sticker !== "" ? { stickerId: sticker } : typed.vignette ? { vignette: typed.vignette } : {};
  const change = typed.change === undefined ? {} : { change: true };
  const by = sticker || (place.vignette === undefined ? "nowhere" : "code");
  const punched = await ctx.call("punchTicket", { ticketId, ...place, ...change }, once(typed, by, typed.change));
  if (!punched.ok) return refused(punched.code, typed);
  const { ticket, use } = punched.value;
  noteRide(ctx, [ticket]);
  return back({ flash: "used", used: use.useId }, ticket.code !== null);
}
