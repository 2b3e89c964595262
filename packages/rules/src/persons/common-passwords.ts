import { fold } from "./folding.ts";

/** Words contained in most common passwords of twelve or more characters, in the languages of the shop. */
const commonWords = new Set(
  `password passwort motdepasse contrasena contraseña passe mypassword passphrase secret pass passw
  admin administrator administrateur root user utilisateur login guest invite demo test testtest temp
  welcome bienvenue bienvenido benvenuto bonjour hello hola ciao changeme letmein
  azerty azertyuiop qwerty qwertyuiop qwertz qwertzuiop qwer qwert wxcvbn asdf asdfgh asdfghjkl zxcvbn zxcvbnm
  qazwsx qazwsxedc zaqwsx zaqxsw qwerasdf qwerasdfzxcv abc abcd abcde abcdef abcdefg abcdefgh aa aaa aaaa
  iloveyou jetaime teamo tiamo loulou doudou soleil chocolat princesse princess monkey dragon sunshine master
  football baseball basketball superman batman pokemon starwars marseille paris france italia espana
  google facebook samsung iphone microsoft windows internet computer ordinateur
  january february march april summer winter spring autumn janvier fevrier mars avril ete hiver printemps automne
  ticket tickets transport guichet bus metro tram train navigo`
    .split(/\s+/u)
    .map(fold),
);

const leet: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};
const runs = "0123456789012345678909876543210";

/** Whether digits are a typical suffix added to satisfy a rule: 1, 123, 000, 2024. */
function isTrivialNumber(digits: string): boolean {
  if (digits === "") return true;
  return (
    /^(\d)\1*$/u.test(digits) || runs.includes(digits) || /^(19|20)\d\d$/u.test(digits) || /^(123|321)+$/u.test(digits)
  );
}

function isCommonWord(letters: string): boolean {
  if (commonWords.has(letters)) return true;
  const half = letters.slice(0, letters.length / 2);
  return half + half === letters && commonWords.has(half);
}

/**
 * Whether a password is among the most common ones (§5): a common word, once or twice, in any letter case, with the usual
 * substitutions (`P@ssw0rd`), surrounded or interrupted only by trivial numbers and punctuation.
 */
export function isCommonPassword(text: string): boolean {
  const password = fold(text);
  const letters = password.replace(/[^\p{L}]/gu, "");
  if (isCommonWord(letters) && isTrivialNumber(password.replace(/\D/gu, ""))) return true;
  const core = password.replace(/^[^\p{L}]+/u, "").replace(/[\d\p{P}\p{S}\s]+$/u, "");
  const tail = password.slice(password.indexOf(core) + core.length).replace(/\D/gu, "");
  const unveiled = core.replace(/[013457@$!]/gu, (sign) => leet[sign] ?? sign).replace(/[^\p{L}]/gu, "");
  return isCommonWord(unveiled) && isTrivialNumber(tail);
}
