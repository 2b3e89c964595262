/** Where a custom provider leads back to; the exchange itself is done before any screen (decisions on cookies). */
export { StoppedSignIn as default, stoppedSignIn as loader } from "./stopped-sign-in.tsx";
