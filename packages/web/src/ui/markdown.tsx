/** Markdown that somebody else wrote, as plain elements: no markup, no pictures to fetch, links that say where they lead. */
import { Code, List, Text, Title } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { type Block, linksIn, parseBlocks } from './markdown-blocks.ts';

export function Markdown({ text }: { readonly text: string }) {
  return (
    <div className="markdown">
      {parseBlocks(text).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no other name than their place
        <BlockView key={index} block={block} />
      ))}
    </div>
  );
}

function BlockView({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case 'heading':
      return <Title order={block.level === 1 ? 3 : 4}>{inline(block.text)}</Title>;
    case 'code':
      return (
        <Code block tabIndex={0}>
          {block.text}
        </Code>
      );
    case 'list':
      return (
        <List size="sm" type={block.ordered ? 'ordered' : 'unordered'}>
          {block.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: items have no other name than their place
            <List.Item key={index}>{task(item)}</List.Item>
          ))}
        </List>
      );
    case 'quote':
      return (
        <blockquote>
          <Text size="sm" className="pre-wrap">
            {inline(block.text)}
          </Text>
        </blockquote>
      );
    case 'rule':
      return <hr />;
    case 'table':
      return <TableView head={block.head} rows={block.rows} />;
    case 'paragraph':
      return (
        <Text size="sm" className="pre-wrap">
          {inline(block.text)}
        </Text>
      );
  }
}

function TableView({ head, rows }: Pick<Extract<Block, { kind: 'table' }>, 'head' | 'rows'>) {
  // biome-ignore-start lint/suspicious/noArrayIndexKey: rows and cells have no other name than their place
  return (
    <table>
      <thead>
        <tr>
          {head.map((cell, index) => (
            <th key={index}>{inline(cell)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {head.map((_, column) => (
              <td key={column}>{inline(row[column] ?? '')}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
  // biome-ignore-end lint/suspicious/noArrayIndexKey: see above
}

/** "[x] done" with a box that cannot be ticked. */
function task(item: string): ReactNode {
  const [, mark, rest] = /^\[([ xX])\] (.*)$/.exec(item) ?? [];
  if (mark === undefined || rest === undefined) return inline(item);
  return (
    <>
      {mark === ' ' ? '☐' : '☑'} {inline(rest)}
    </>
  );
}

/** A text on one line, of which only the links are more than text. */
export function WithLinks({ text }: { readonly text: string }) {
  return linksIn(text).map((part, index) => {
    if (typeof part === 'string') return part;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name than their place
      <Fragment key={index}>
        {part.words !== null && `${part.words} `}
        <a href={part.address} target="_blank" rel="noopener noreferrer" className="break">
          {part.address}
        </a>
      </Fragment>
    );
  });
}

/** `code`, **strong**, *stressed* and links; everything else stays as it was written. */
function inline(text: string): ReactNode[] {
  return text.split(/(`[^`\n]+`|\*\*[^*\n]+\*\*|\*[^*\s][^*\n]*\*)/).map((part, index) => {
    // biome-ignore-start lint/suspicious/noArrayIndexKey: parts have no other name than their place
    if (part.length > 2 && part.startsWith('`')) return <Code key={index}>{part.slice(1, -1)}</Code>;
    if (part.length > 4 && part.startsWith('**')) return <strong key={index}>{part.slice(2, -2)}</strong>;
    if (part.length > 2 && part.startsWith('*') && part.endsWith('*')) return <em key={index}>{part.slice(1, -1)}</em>;
    if (index % 2 === 0) return <WithLinks key={index} text={part} />;
    // biome-ignore-end lint/suspicious/noArrayIndexKey: see above
    return part;
  });
}
