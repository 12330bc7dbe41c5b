/** What a client can read beside calling tools: prompts and resources. */
import type { ToolCall } from './tool.ts';

/** Who reads. */
export interface Reader {
  readonly call: ToolCall;
  /** With the newest version of the reader's vault. */
  readonly redact: (text: string) => string;
  /** Of that vault, as the request came in. */
  readonly vaultVersion: number;
  /** The client shows views. */
  readonly views: boolean;
}

export interface ListedPrompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments?: readonly { readonly name: string; readonly description: string; readonly required: boolean }[];
}

export interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType: string;
  readonly size?: number;
  readonly annotations?: { readonly lastModified: string };
  readonly _meta?: object;
}

export interface ListedTemplate {
  readonly uriTemplate: string;
  readonly name: string;
  readonly title: string;
  readonly mimeType: string;
}

export interface ResourceText {
  readonly mimeType: string;
  readonly text: string;
  readonly _meta?: object;
}

export interface Prompts {
  list(reader: Reader): Promise<ListedPrompt[]>;
  /** Null where there is none of that name. Throws a ProtocolFailure for wrong arguments. */
  get(
    reader: Reader,
    name: string,
    args: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly description: string; readonly text: string } | null>;
  /** Null where there is no such prompt or argument. */
  complete(reader: Reader, name: string, argument: string, value: string): Promise<string[] | null>;
}

export interface Resources {
  list(reader: Reader): Promise<ListedResource[]>;
  templates(reader: Reader): ListedTemplate[];
  /** Null where there is none at that address. */
  read(reader: Reader, uri: string): Promise<ResourceText | null>;
  /** Null where there is no such template or variable. */
  complete(reader: Reader, template: string, variable: string, value: string): Promise<string[] | null>;
}

export interface Library {
  readonly prompts: Prompts;
  readonly resources: Resources;
}
