/** Return address of the national federation; the code is exchanged before any screen loads (decisions on cookies). */
export { StoppedSignIn as default, stoppedSignIn as loader } from "./stopped-sign-in.tsx";
