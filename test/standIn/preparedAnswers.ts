/** Answers to the three questions that an empty chat panel suggests. Users try these questions first. */
const answers: readonly { readonly asks: RegExp; readonly answer: string }[] = [
  {
    asks: /\bpromises?\b[\s\S]*\bobservables?\b|\bobservables?\b[\s\S]*\bpromises?\b/i,
    answer: `A **promise** is one value that comes later. An **observable** is any number of values over time, and nothing happens until someone subscribes.

| | Promise | Observable |
|---|---|---|
| Values | one | none, one or many |
| Starts | at once | when subscribed to |
| Can be stopped | no, only ignored | yes, by unsubscribing |
| In the language | yes, with \`await\` | no, a library such as RxJS |

- Take a **promise** for one answer: a request, a file, a dialog.
- Take an **observable** for a stream of events: keys, messages, a search box that must forget the last query.

The same wait, both ways:

\`\`\`typescript
import { firstValueFrom, timer } from 'rxjs';

const promise = new Promise((resolve) => setTimeout(resolve, 1000));
await promise; // has been running since the line above

const observable = timer(1000);
await firstValueFrom(observable); // starts only now
\`\`\`

If you are not sure, start with a promise: it is easy to wrap one in an observable later with \`from(promise)\`.`,
  },
  {
    asks: /\bgroup(?:s|ing)?\b[\s\S]*\b(?:list|key|array|items?)\b|\bgroup_?by\b/i,
    answer: `Walk through the list once, and keep a map from each key to the items that have it. The order of the items stays as it was.

1. Ask for the key of an item.
2. Start a new group when the key is new.
3. Add the item to its group.

| List | Key | Result |
|---|---|---|
| \`[]\` | any | no groups |
| \`['fig', 'kiwi', 'pear']\` | length | \`3: fig\` and \`4: kiwi, pear\` |

\`\`\`typescript
import assert from 'node:assert/strict';
import { test } from 'node:test';

export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

test('groups words by their length', () => {
  const groups = groupBy(['fig', 'kiwi', 'pear'], (word) => word.length);
  assert.deepEqual([...groups], [[3, ['fig']], [4, ['kiwi', 'pear']]]);
});
\`\`\`

In newer JavaScript \`Map.groupBy(items, keyOf)\` does the same; the test holds for both.`,
  },
  {
    asks: /\b(?:json|yaml|toml)\b[\s\S]*\b(?:json|yaml|toml)\b/i,
    answer: `All three hold the same data. They differ in who is meant to write it.

| | JSON | YAML | TOML |
|---|---|---|---|
| Made for | machines | people, deep structures | people, settings |
| Comments | no | yes | yes |
| Structure by | brackets | indentation | headings |
| Easy to get wrong | commas | indentation, \`no\` read as false | deep nesting |
| Dates | as text | yes | yes |

- **JSON** when a program writes the file, or when every tool must read it.
- **TOML** for settings that people edit and that are not nested deeply.
- **YAML** where the tool you use wants it, such as most build servers.

Settings in TOML:

\`\`\`toml
# server.toml
[server]
host = "localhost"
port = 8080
allowed = ["GET", "POST"]
\`\`\`

Whichever you take, check the file against a schema: then a typing error is found before it is deployed.`,
  },
];

/** Returns the prepared answer to a question, or undefined if there is none. */
export function preparedAnswer(question: string): string | undefined {
  return answers.find(({ asks }) => asks.test(question))?.answer;
}
