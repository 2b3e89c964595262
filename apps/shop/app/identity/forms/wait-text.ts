import type { Translate } from "../../texts/texts.tsx";

const minute = 60;
const hour = 3600;

/** Text for when the next e-mail can be requested, in a suitable unit; seconds up to two minutes. */
export function waitText(t: Translate, seconds: number): string {
  if (seconds <= 2 * minute) return t("identity.wait.seconds", { count: seconds });
  if (seconds <= 2 * hour) return t("identity.wait.minutes", { count: Math.ceil(seconds / minute) });
  return t("identity.wait.hours", { count: Math.ceil(seconds / hour) });
}

/** Text for when a blocked sign-in can be retried: seconds up to two minutes, then minutes. */
export function signInWaitText(t: Translate, seconds: number): string {
  if (seconds <= 2 * minute) return t("identity.wait.sign-in.seconds", { count: seconds });
  return t("identity.wait.sign-in.minutes", { count: Math.ceil(seconds / minute) });
}
