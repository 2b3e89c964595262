import { deleteApp, initializeApp } from "@firebase/app";
import {
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  deleteUser,
  initializeAuth,
  inMemoryPersistence,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  updatePassword,
  updateProfile,
  validatePassword,
} from "@firebase/auth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { goodPassword, openPeopleApi, type PeopleApi } from "../../testing/people-api.ts";

let people: PeopleApi;
let close: () => Promise<void>;
let auth: ReturnType<typeof initializeAuth>;

beforeAll(async () => {
  people = await openPeopleApi();
  const address = people.api.server.server.address();
  if (address === null || typeof address === "string") throw new Error("not listening");
  const app = initializeApp({ apiKey: "demo-north", projectId: "north" });
  auth = initializeAuth(app, { persistence: inMemoryPersistence });
  connectAuthEmulator(auth, `http://127.0.0.1:${address.port}`, { disableWarnings: true });
  close = async () => {
    await deleteApp(app);
    await people.close();
  };
});
afterAll(() => close());

// covers §1: sign-in by e-mail and password
// covers §7: identity toolkit: signInWithPassword, signUp, update, lookup, refresh
test("the official client software signs up, reads its user, refreshes, updates, signs in again and deletes", async () => {
  const created = await createUserWithEmailAndPassword(auth, "Ada@Example.org", goodPassword);
  expect(created.user).toMatchObject({ email: "ada@example.org", emailVerified: false });
  const first = await created.user.getIdTokenResult();
  expect(first.signInProvider).toBe("password");
  expect(first.claims).toMatchObject({
    sub: created.user.uid,
    user_id: created.user.uid,
    email: "ada@example.org",
    aud: "north",
  });

  people.api.clock.setOffset(people.api.clock.offsetMs() + 61_000);
  const second = await created.user.getIdToken(true);
  expect(second).not.toBe(first.token);

  await updateProfile(created.user, { displayName: "Ada L." });
  await created.user.reload();
  expect(created.user.displayName).toBe("Ada L.");
  await updatePassword(created.user, "Another good 1 password");

  const again = await signInWithEmailAndPassword(auth, "ada@example.org", "Another good 1 password");
  expect(again.user.uid).toBe(created.user.uid);
  await expect(signInWithEmailAndPassword(auth, "ada@example.org", goodPassword)).rejects.toMatchObject({
    code: "auth/invalid-credential",
  });
  await deleteUser(again.user);
  await expect(signInWithEmailAndPassword(auth, "ada@example.org", "Another good 1 password")).rejects.toMatchObject({
    code: "auth/invalid-credential",
  });
});

test("the official client software verifies an e-mail and resets a password with the e-mailed codes", async () => {
  const { user } = await createUserWithEmailAndPassword(auth, "grace@example.org", goodPassword);
  await sendEmailVerification(user);
  const code = await people.code("grace@example.org");
  expect((await checkActionCode(auth, code)).operation).toBe("VERIFY_EMAIL");
  await applyActionCode(auth, code);
  await user.reload();
  expect(user.emailVerified).toBe(true);

  await sendPasswordResetEmail(auth, "grace@example.org");
  const reset = await people.code("grace@example.org");
  await confirmPasswordReset(auth, reset, "Yet another 1 password");
  const back = await signInWithEmailAndPassword(auth, "grace@example.org", "Yet another 1 password");
  expect(back.user.uid).toBe(user.uid);
});

test("the official client software reports a taken e-mail and the password rule", async () => {
  await createUserWithEmailAndPassword(auth, "alan@example.org", goodPassword);
  await expect(createUserWithEmailAndPassword(auth, "alan@example.org", goodPassword)).rejects.toMatchObject({
    code: "auth/email-already-in-use",
  });
  await expect(createUserWithEmailAndPassword(auth, "weak@example.org", "short")).rejects.toMatchObject({
    code: "auth/password-does-not-meet-requirements",
  });
  const validation = await validatePassword(auth, "short");
  expect(validation).toMatchObject({ isValid: false, meetsMinPasswordLength: false, containsUppercaseLetter: false });
});
