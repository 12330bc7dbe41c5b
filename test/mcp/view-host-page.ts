/** The page of the host: a sandboxed frame without an origin, and the extension's own half of the conversation with it. */
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

/** What the test offers to the page. */
interface TestFunctions {
  callTool(params: unknown): Promise<never>;
  openLink(params: unknown): Promise<void>;
  viewReady(): void;
  complain(text: string): void;
}

/** What the page offers to the test. */
export interface HostPage {
  startHost(html: string, context: object): Promise<void>;
  showResult(result: object): Promise<void>;
  changeContext(context: object): void;
}

const test = window as unknown as TestFunctions;
const page = window as unknown as HostPage;
let bridge: AppBridge;
let current = {};

page.startHost = async (html, context) => {
  current = context;
  const view = document.createElement('iframe');
  view.setAttribute('sandbox', 'allow-scripts');
  view.style.cssText = 'width:100%;height:100vh;border:0;display:block';
  document.body.style.margin = '0';
  document.body.append(view);
  const inside = view.contentWindow!;
  bridge = new AppBridge(
    null,
    { name: 'host', version: '1' },
    { openLinks: {}, serverTools: {} },
    { hostContext: { displayMode: 'inline', ...context } },
  );
  bridge.oncalltool = (params) => test.callTool(params);
  bridge.onopenlink = async (params) => {
    await test.openLink(params);
    return {};
  };
  bridge.oninitialized = () => test.viewReady();
  // A message that the extension does not know, or that is not as it says.
  bridge.onerror = (error) => test.complain(`the host could not read a message: ${error.message}`);
  await bridge.connect(new PostMessageTransport(inside, inside));
  view.srcdoc = html;
};

page.showResult = async (result) => {
  await bridge.sendToolResult(result as never);
};

page.changeContext = (context) => {
  current = { ...current, ...context };
  bridge.setHostContext({ displayMode: 'inline', ...current });
};
