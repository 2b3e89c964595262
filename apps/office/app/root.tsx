import "./styles.css";

export { App as default, ErrorBoundary, Layout } from "./shell/document.tsx";
