import type { interactionPolicy } from "oidc-provider";

type Policy = ReturnType<typeof interactionPolicy.base>;

/**
 * Requires a sign-in without a session, on `prompt=login`, and if the last sign-in is older than `max_age` on our clock (the library
 * uses the system clock). Never asks for consent.
 */
export function signInPolicy({ base, Check }: typeof interactionPolicy, nowSeconds: () => number): Policy {
  const policy = base();
  policy.remove("consent");
  const checks = policy.get("login")?.checks;
  checks?.remove("max_age");
  checks?.add(
    new Check("max_age", "End-User authentication could not be obtained", ({ oidc }) => {
      const { max_age } = oidc.params ?? {};
      const { accountId, loginTs = 0 } = oidc.session ?? {};
      if (max_age === undefined || accountId === undefined || oidc.result?.login !== undefined) return false;
      return Number(max_age) === 0 || nowSeconds() - loginTs > Number(max_age);
    }),
  );
  return policy;
}
