/// <reference types="vite/client" />

/** The version of the service that this page was built for. */
declare const __VERSION__: string;
