/** Return address of a custom provider; the code is exchanged before any screen loads (decisions on cookies). */
export { StoppedSignIn as default, stoppedSignIn as loader } from "./stopped-sign-in.tsx";
