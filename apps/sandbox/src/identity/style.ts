import { paymentCss } from "../payment/style.ts";

/** Style of the providers' pages, the same plain style as other external pages. */
export const identityCss = `${paymentCss}
[hidden]{display:none}
.people{margin:0;padding:0;list-style:none}
.people li{margin-block-end:.75rem}
.people button{padding:.75rem 1rem;background:var(--paper);color:var(--ink);border-color:var(--line);font-weight:400;text-align:start}
.people button:hover{border-color:var(--brand)}
.people b{display:block;color:var(--brand);font-size:1.0625rem;overflow-wrap:anywhere}
.people span{display:block;color:var(--soft);font-size:.875rem;overflow-wrap:anywhere}
.people .special{color:var(--ink)}
.typed input{letter-spacing:normal}
`;
