import { UNSEEN } from '@synapse/contract';

/**
 * What runs in a view. It speaks to its host alone, and whatever it shows is text: nothing that a machine printed is ever
 * read as markup.
 */
export const VIEW_SCRIPT = `'use strict';
const made = JSON.parse(document.getElementById('made').textContent);
const main = document.getElementById('main');
const waiting = new Map();
let nextId = 1;
let language = made.language;
let redraw = () => {};
let leave = () => {};
let over = false;

const send = (message) => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
const request = (method, params) => new Promise((resolve, reject) => {
  const id = nextId++;
  waiting.set(id, { resolve, reject });
  send({ id, method, params });
});
const may = (tool) => made.tools.includes(tool);
const call = async (name, args) => {
  const result = await request('tools/call', { name, arguments: args });
  if (result.isError) throw Object.assign(new Error(textOf(result)), { code: (result._meta ?? {})['synapse/code'] });
  return result.structuredContent ?? JSON.parse(textOf(result));
};
const textOf = (result) => (result.content ?? []).map((part) => part.text ?? '').join('\\n');
const words = () => made.words[language];
/** One of a list of words; what has none there is shown as it is. */
const oneOf = (list, key) => (Object.hasOwn(list, key) ? list[key] : String(key));

function el(tag, attributes, ...inside) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name === 'onclick') node.addEventListener('click', value);
    else if (value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...inside.filter((one) => one !== null && one !== undefined).map((one) => (typeof one === 'string' ? visible(one) : one)));
  return node;
}
/** Characters that hide or reorder others are written out. */
const unseen = ${UNSEEN};
const visible = (text) => text.replace(unseen, (one) => '\\u27e8U+' + one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0') + '\\u27e9');
const STATES = { running: 'live', pending: 'wait', timeout: 'wait', cancelled: 'idle', interrupted: 'bad', refused: 'refused', skipped: 'off' };
/** A state as the page shows it: a dot, and a word that says the same. */
const state = (kind, text) =>
  el('span', { class: 'state' }, el('span', { class: 'dot', 'data-state': kind }), el('span', { class: 'word', 'data-state': kind }, text));
const outcome = (status, code) => {
  if (status === 'done') return code === 0 ? state('ok', words().statuses.done) : state('bad', words().failed + ' (' + (code ?? '?') + ')');
  return state(oneOf(STATES, status), status === 'skipped' ? words().skipped : oneOf(words().statuses, status));
};
const number = (value, digits) => value.toLocaleString(language, { maximumFractionDigits: digits });
const time = (ms) => (ms < 1000 ? number(ms, 0) + ' ms' : number(ms / 1000, 1) + ' s');
const note = (text, kind) => el('p', { class: kind ?? 'dim' }, text);
/** Text in which the names of secrets stand out. */
const marked = (text) => text.split(/(\\{\\{[A-Za-z_]\\w*\\}\\})/).map((piece, at) => (at % 2 === 1 ? el('mark', null, piece) : piece));
const openLink = (url) => request('ui/open-link', { url }).catch(() => {});

/** One execution, followed until it ends. */
function follow(place, id, close) {
  let raw = false;
  let shown = null;
  let failure = null;
  let left = false;
  const isOpen = () => shown !== null && (shown.status === 'running' || shown.status === 'pending');
  const draw = () => {
    if (left) return;
    if (shown === null) return place.replaceChildren(note(failure ?? words().loading));
    const stopper = shown.status === 'running' && may('synapse_cancel_execution')
      ? el('button', { class: 'stop', onclick: () => call('synapse_cancel_execution', { execution_id: id }).then(() => ask(0), fail) }, words().stop)
      : null;
    const url = shown.approval && /^https?:\\/\\//.test(shown.approval.url) ? shown.approval.url : null;
    const opener = url === null ? null : el('button', { class: 'main', onclick: () => openLink(url) }, words().open);
    const choice = (text, wanted) =>
      el('button', { 'aria-pressed': String(raw === wanted), onclick: () => { raw = wanted; draw(); ask(0); } }, text);
    const output = [
      shown.stdout ? el('pre', { tabindex: '0' }, ...marked(shown.stdout)) : null,
      shown.stderr ? el('pre', { class: 'errors', tabindex: '0' }, ...marked(shown.stderr)) : null,
    ].filter(Boolean);
    place.replaceChildren(...[
      el('header', null, el('h1', null, shown.machine + (shown.container ? ' / ' + shown.container : '')),
        outcome(shown.status, shown.exit_code),
        el('span', { class: 'dim number' }, isOpen() ? '' : time(shown.duration_ms)),
        el('span', { class: 'space' }), opener, stopper,
        el('span', { class: 'choice' }, choice(words().compacted, false), choice(words().raw, true)),
        close ? el('button', { onclick: () => { left = true; close(); } }, words().close) : null),
      el('div', { class: 'command' }, ...marked(shown.command_template)),
      shown.refusal ? note(shown.refusal.message, 'bad') : null,
      shown.approval ? note(shown.approval.reason, 'wait') : null,
      ...(output.length > 0 || shown.approval || shown.refusal ? output : [note(isOpen() ? words().statuses.running : words().noOutput)]),
      failure === null ? null : note(failure, 'bad'),
    ].filter(Boolean));
  };
  const fail = (error) => { failure = words().notUpdated + ' ' + String(error && error.message || ''); draw(); };
  const ask = async (seconds) => {
    const wanted = raw;
    try {
      const result = await call('synapse_view_execution', { execution_id: id, wait_seconds: seconds, raw: wanted });
      if (wanted === raw) shown = result;
      failure = null;
      draw();
      return true;
    } catch (error) {
      const { code, message } = error;
      // What waited for its person was refused by them, or by the time that has passed.
      if (code && shown && shown.status === 'pending') shown = { ...shown, status: 'refused', approval: null, refusal: { code, message } };
      else failure = words().notUpdated + ' ' + message;
      draw();
      return false;
    }
  };
  const watch = async () => {
    let on = await ask(0);
    // Each question waits for the end, and a long command is asked about less and less often.
    for (let turn = 0; on && isOpen() && !left && !over; turn++) on = await ask(turn < 3 ? 5 : turn < 6 ? 15 : 30);
  };
  draw();
  void watch();
  return { draw, leave: () => { left = true; } };
}

const starts = {
  execution(result) {
    const id = (result._meta ?? {})['synapse/execution_id'];
    if (typeof id !== 'string' || !may('synapse_view_execution')) return plain(result);
    const one = follow(main, id, null);
    redraw = one.draw;
    leave = one.leave;
  },
  many(result) {
    const meta = result._meta ?? {};
    const ids = meta['synapse/execution_ids'] ?? {};
    const outcomes = meta['synapse/outcomes'] ?? [];
    if (outcomes.length === 0) return plain(result);
    const detail = el('div', { id: 'detail' });
    let opened = null;
    let chosen = null;
    leave = () => opened && opened.leave();
    const open = (machine) => {
      if (opened) opened.leave();
      chosen = machine;
      opened = follow(detail, ids[machine], () => { detail.replaceChildren(); opened = null; chosen = null; redraw(); });
      redraw();
    };
    redraw = () => {
      main.replaceChildren(el('div', { class: 'grid' }, ...outcomes.map(({ machine, status, exit_code: code }) =>
        el('button', {
          disabled: ids[machine] && may('synapse_view_execution') ? null : '',
          'aria-pressed': String(machine === chosen),
          onclick: () => open(machine),
        }, machine, outcome(status, code)))), detail);
      if (opened) opened.draw();
    };
    redraw();
  },
  machines(result) {
    if (!may('synapse_view_machines')) return plain(result);
    let rows = null;
    let failure = null;
    const presence = ({ presence: known, connected, health }) => known
      ?? (connected || (health && health.reached) ? 'online' : health && health.reached === false ? 'offline' : 'unknown');
    const PRESENCES = { online: 'ok', late: 'wait', offline: 'bad', unknown: 'off' };
    const rowOf = (row) => {
      const is = presence(row);
      const { latency_ms: latency, uptime, message } = row.health ?? { latency_ms: null, uptime: null, message: null };
      const about = [oneOf(words().kinds, row.kind), row.statut === 'active' ? '' : oneOf(words().statuts, row.statut), ...row.tags.map((tag) => '#' + tag)];
      return el('tr', null,
        el('td', null, el('strong', null, row.crew ? row.crew + '/' + row.slug : row.slug), row.label === row.slug ? null : ' ' + row.label,
          el('div', { class: 'dim small' }, about.filter(Boolean).join(' \\u00b7 '))),
        el('td', null, state(oneOf(PRESENCES, is), oneOf(words().presences, is)), message ? el('div', { class: 'dim small' }, message) : null),
        el('td', { class: 'number wide' }, latency === null ? '' : number(latency, 0) + ' ms'),
        el('td', { class: 'number wide' }, uptime === null ? '' : number(uptime * 100, 0) + ' %'));
    };
    const heads = () => el('tr', null, el('th', null, words().machine), el('th', null, words().state),
      el('th', { class: 'number wide' }, words().latency), el('th', { class: 'number wide' }, words().uptime));
    redraw = () => {
      const body = rows === null ? note(failure ?? words().loading) : rows.length === 0 ? note(words().noMachine)
        : el('table', null, el('thead', null, heads()), el('tbody', null, ...rows.map(rowOf)));
      const warning = rows !== null && failure !== null ? note(failure, 'bad') : null;
      main.replaceChildren(...[el('header', null, el('span', { class: 'space' }), el('button', { onclick: load }, words().refresh)), body, warning].filter(Boolean));
    };
    const load = () => call('synapse_view_machines', {}).then(
      (answer) => { rows = answer.machines; failure = null; redraw(); },
      (error) => { failure = words().notUpdated + ' ' + error.message; redraw(); },
    );
    redraw();
    void load();
  },
};

/** Without a tool to ask, the text of the result itself. */
function plain(result) {
  redraw = () => main.replaceChildren(el('pre', { tabindex: '0' }, textOf(result)));
  redraw();
}

function adopt(context) {
  if (!context) return;
  if (context.theme === 'light' || context.theme === 'dark') document.documentElement.dataset.theme = context.theme;
  if (typeof context.locale === 'string') {
    language = context.locale.toLowerCase().startsWith('fr') ? 'fr' : 'en';
    document.documentElement.lang = language;
  }
  redraw();
}

window.addEventListener('message', ({ source, data }) => {
  if (source !== window.parent || typeof data !== 'object' || data === null || data.jsonrpc !== '2.0') return;
  if (data.method === undefined) {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if (asked && data.error) asked.reject(new Error(String(data.error.message)));
    else if (asked) asked.resolve(data.result ?? {});
    return;
  }
  if (data.method === 'ui/notifications/tool-result') {
    leave();
    starts[made.view](data.params ?? {});
  }
  if (data.method === 'ui/notifications/host-context-changed') adopt(data.params);
  if (data.method === 'ui/resource-teardown') over = true;
  if (data.id !== undefined) send({ id: data.id, result: {} });
});

new ResizeObserver(() => {
  const { width, height } = document.documentElement.getBoundingClientRect();
  send({ method: 'ui/notifications/size-changed', params: { width: Math.ceil(width), height: Math.ceil(height) } });
}).observe(document.documentElement);

redraw = () => main.replaceChildren(note(words().loading));
redraw();
request('ui/initialize', {
  appInfo: { name: 'synapse-' + made.view, version: made.version },
  appCapabilities: {},
  protocolVersion: '2026-01-26',
}).then((host) => {
  adopt(host.hostContext);
  send({ method: 'ui/notifications/initialized' });
}, () => {});
`;
