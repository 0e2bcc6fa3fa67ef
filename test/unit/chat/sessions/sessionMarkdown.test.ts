import { strict as assert } from 'node:assert';
import MarkdownIt from 'markdown-it';
import type { Attachment } from '../../../../src/chat/messages/attachment.ts';
import type { Message, Question, Reply } from '../../../../src/chat/messages/message.ts';
import { sessionMarkdown, type SessionMarkdownWords } from '../../../../src/chat/sessions/sessionMarkdown.ts';

const words: SessionMarkdownWords = {
  you: 'You',
  reply: 'Reply',
  pastedText: 'Pasted text',
  instructions: 'Instructions',
  remark: ({ state }) => (state === 'complete' ? undefined : `It was ${state}.`),
  date: (at) => `Day ${at}`,
};

const question = (text: string, attachments: readonly Attachment[] = []): Question => ({
  kind: 'question',
  id: 'q',
  at: 7,
  text,
  attachments,
  content: text,
});
const reply = (text: string, more: Partial<Reply> = {}): Reply => ({
  kind: 'reply',
  id: 'r',
  questionId: 'q',
  at: 8,
  text,
  reasoning: '',
  state: 'complete',
  ...more,
});
const attachment: Attachment = {
  id: 'a',
  path: 'src/a.ts',
  startLine: 3,
  endLine: 4,
  languageId: 'typescript',
  code: 'one\ntwo',
};
const exported = (...messages: readonly Message[]) => sessionMarkdown('Title', messages, words);

/** Returns the headings that a Markdown parser finds at the top level. */
function headings(markdown: string): readonly string[] {
  const tokens = new MarkdownIt().parse(markdown, {});
  return tokens.flatMap(({ type, tag, level }, index) =>
    type === 'heading_open' && level === 0 ? [`${tag} ${tokens[index + 1]?.content ?? ''}`] : [],
  );
}

function codeBlocks(markdown: string): readonly string[] {
  return new MarkdownIt().parse(markdown, {}).flatMap(({ type, content }) => (type === 'fence' ? [content] : []));
}

describe('sessionMarkdown', () => {
  it('returns the title, the date of the first message, and the messages in order', () => {
    const markdown = exported(
      question(' Hello\n'),
      reply('**Hi**\n\n- you\n', { reasoning: 'Thought' }),
      question('More'),
      reply('Done'),
    );
    const expected = [
      '# Title',
      'Day 7',
      '## You',
      'Hello',
      '## Reply',
      '**Hi**\n\n- you',
      '## You',
      'More',
      '## Reply',
      'Done',
    ];
    assert.equal(markdown, `${expected.join('\n\n')}\n`);
  });

  it('returns no blank lines for missing messages and empty texts', () => {
    assert.equal(exported(), '# Title\n');
    assert.equal(exported(question(' \n'), reply('')), '# Title\n\nDay 7\n\n## You\n\n## Reply\n');
  });

  it('returns the label and the code of each attachment below the question', () => {
    const pasted: Attachment = { ...attachment, path: '', languageId: '', code: 'log\n' };
    const markdown = exported(question('', [attachment, pasted, { ...attachment, path: 'a`b.ts', endLine: 3 }]));
    const [, , ...parts] = markdown.trimEnd().split('\n\n');
    assert.deepEqual(parts, [
      '## You',
      '`src/a.ts:3-4`:',
      '```typescript\none\ntwo\n```',
      'Pasted text:',
      '```\nlog\n```',
      '``` a`b.ts:3 ```:',
      '```typescript\none\ntwo\n```',
    ]);
  });

  it('uses a fence longer than any run of backticks in the code', () => {
    for (const code of ['```\n## No heading\n```\n', '`````\n````\n# No heading\n', 'a ```` b\n````\n# No heading\n']) {
      const markdown = exported(question('Look', [{ ...attachment, code }]), reply('Yes'));
      assert.deepEqual(codeBlocks(markdown), [code]);
      assert.deepEqual(headings(markdown), ['h1 Title', 'h2 You', 'h2 Reply'], code);
    }
  });

  it('adds a remark in italics below each reply for which `words.remark` returns a text', () => {
    for (const state of ['pending', 'connecting', 'streaming', 'stopped', 'incomplete', 'failed'] as const) {
      assert.ok(
        exported(question('Q'), reply('Half', { state })).endsWith(`\n\n## Reply\n\nHalf\n\n*It was ${state}.*\n`),
        state,
      );
      assert.ok(exported(question('Q'), reply('', { state })).endsWith(`\n\n## Reply\n\n*It was ${state}.*\n`), state);
    }
    assert.ok(exported(question('Q'), reply('Whole')).endsWith('\n\nWhole\n'));
  });

  it('closes a code block that a message left open', () => {
    const open = [
      '```js\ncode',
      '~~~~\n~~~\n```\ncode',
      '````\n```\ncode\n```',
      '```\ncode\n``` js',
      '~~~\ncode\n```',
      '```\na\n```\n```\nb',
      '```a\n```b',
      '- item\n\n  ```js\n  code',
      '1. item\n   ~~~\n   code',
    ];
    const closed = [
      '',
      'Text',
      '```js\ncode\n```',
      '```\ncode\n`````',
      '```\ncode\n```  \n\nText',
      '~~~\n```\n~~~',
      'In ```one``` line',
      '```one``` is code',
      '```one``` is code\n\n- item\n  ```\n  code\n  ```',
    ];
    for (const text of [...open, ...closed]) {
      for (const markdown of [
        exported(question('Q'), reply(text, { state: 'stopped' }), question('More')),
        exported(question('Q'), reply('R'), question(text)),
      ]) {
        const followed = `${markdown}\n## After\n`;
        assert.deepEqual(headings(followed), ['h1 Title', 'h2 You', 'h2 Reply', 'h2 You', 'h2 After'], text);
      }
    }
    for (const text of closed) assert.ok(exported(reply(text)).endsWith(`## Reply\n\n${text}`.trimEnd() + '\n'), text);
  });

  it('escapes Markdown in the title', () => {
    const title = '# [Fix](x) `*this*` <b>_now_</b> ~~old~~ &amp; | \\';
    const [, inline] = new MarkdownIt({ html: true }).parse(sessionMarkdown(title, [], words), {});
    assert.equal(
      inline?.children?.every(({ type }) => type === 'text' || type === 'text_special'),
      true,
    );
    assert.equal(inline.children.map(({ content }) => content).join(''), title);
  });

  it('shows the instructions with the first question whose request sent them', () => {
    const messages = [
      question('First'),
      reply('One', { instructions: 'Be brief.' }),
      { ...question('Second'), id: 'q2' },
      reply('Two', { questionId: 'q2', instructions: 'Be brief.' }),
      { ...question('Third'), id: 'q3' },
      reply('Three', { questionId: 'q3', instructions: 'Be long.' }),
    ];
    const text = sessionMarkdown('Title', messages, words);
    assert.ok(text.includes('## You\n\nInstructions:\n\n```markdown\nBe brief.\n```\n\nFirst\n'));
    assert.ok(text.includes('## You\n\nSecond\n'));
    assert.ok(text.includes('Be long.\n```\n\nThird\n'));
  });

  it('shows the instructions again with the message that sent them again, because nothing of a reply had arrived', () => {
    const failed = { state: 'failed', ending: { end: 'failed', charged: 'maybe' } } as const;
    const messages = [
      question('First'),
      reply('', { instructions: 'Be brief.', ...failed }),
      { ...question('Second'), id: 'q2' },
      reply('Two', { questionId: 'q2', instructions: 'Be brief.' }),
    ];
    assert.ok(sessionMarkdown('Title', messages, words).includes('Be brief.\n```\n\nSecond\n'));
  });
});
