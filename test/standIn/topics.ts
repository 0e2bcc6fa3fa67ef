import { languageName, mentionedLanguage } from './languages.ts';
import { quote } from './quote.ts';

const topics: readonly Topic[] = [
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
- Take an **observable** for a stream of events: keys, messages, a search box that must forget the last query.`,
    codeTitle: 'The same wait, both ways',
    code: {
      typescript: `import { firstValueFrom, timer } from 'rxjs';

const promise = new Promise((resolve) => setTimeout(resolve, 1000));
await promise; // has been running since the line above

const observable = timer(1000);
await firstValueFrom(observable); // starts only now`,
    },
    closing: 'If you are not sure, start with a promise: it is easy to wrap one in an observable later with `from(promise)`.',
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
| \`['fig', 'kiwi', 'pear']\` | length | \`3: fig\` and \`4: kiwi, pear\` |`,
    codeTitle: 'With a test',
    code: {
      typescript: `import assert from 'node:assert/strict';
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
});`,
      python: `from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable


def group_by[T, K: Hashable](items: Iterable[T], key_of: Callable[[T], K]) -> dict[K, list[T]]:
    groups: dict[K, list[T]] = defaultdict(list)
    for item in items:
        groups[key_of(item)].append(item)
    return dict(groups)


def test_groups_words_by_their_length() -> None:
    assert group_by(["fig", "kiwi", "pear"], len) == {3: ["fig"], 4: ["kiwi", "pear"]}`,
      rust: `use std::collections::BTreeMap;

pub fn group_by<T, K: Ord>(items: impl IntoIterator<Item = T>, key_of: impl Fn(&T) -> K) -> BTreeMap<K, Vec<T>> {
    let mut groups = BTreeMap::new();
    for item in items {
        groups.entry(key_of(&item)).or_insert_with(Vec::new).push(item);
    }
    groups
}

#[test]
fn groups_words_by_their_length() {
    let groups = group_by(["fig", "kiwi", "pear"], |word| word.len());
    assert_eq!(groups, BTreeMap::from([(3, vec!["fig"]), (4, vec!["kiwi", "pear"])]));
}`,
      go: `func GroupBy[T any, K comparable](items []T, keyOf func(T) K) map[K][]T {
	groups := make(map[K][]T)
	for _, item := range items {
		key := keyOf(item)
		groups[key] = append(groups[key], item)
	}
	return groups
}

func TestGroupsWordsByTheirLength(t *testing.T) {
	groups := GroupBy([]string{"fig", "kiwi", "pear"}, func(word string) int { return len(word) })
	if len(groups[3]) != 1 || len(groups[4]) != 2 {
		t.Fatalf("got %v", groups)
	}
}`,
    },
    closing: 'In newer JavaScript `Map.groupBy(items, keyOf)` does the same; the test above holds for both.',
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
- **YAML** where the tool you use wants it, such as most build servers.`,
    codeTitle: 'The same three settings',
    code: {
      toml: `# server.toml
[server]
host = "localhost"
port = 8080
allowed = ["GET", "POST"]`,
    },
    closing: 'Whichever you take, check the file against a schema: then a typing error is found before it is deployed.',
  },
  {
    asks: /\b(?:debounce|throttle)\b/i,
    answer: `**Debouncing** waits until the calls have stopped for a while, and then makes the last one. **Throttling** lets one call through in each period.

| | Debounce | Throttle |
|---|---|---|
| Runs | after the last call | at most once per period |
| Good for | search while typing, saving | scrolling, resizing |

1. Each call cancels the timer of the one before.
2. The timer makes the call that came last.`,
    codeTitle: 'Debouncing a function',
    code: {
      typescript: `export function debounce<A extends unknown[]>(run: (...args: A) => void, wait: number): (...args: A) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => run(...args), wait);
  };
}

const search = debounce((text: string) => console.log('searching', text), 300);`,
      python: `import asyncio
from collections.abc import Callable


def debounce(run: Callable[..., None], wait: float) -> Callable[..., None]:
    timer: asyncio.TimerHandle | None = None

    def call(*args: object) -> None:
        nonlocal timer
        if timer is not None:
            timer.cancel()
        timer = asyncio.get_running_loop().call_later(wait, run, *args)

    return call`,
    },
    closing: 'For a search box, 200 to 300 milliseconds feel immediate and still save most of the calls.',
  },
];

/** A prepared answer, for the handful of questions that a person is likely to try first. */
export function answerTopic(question: string): string | undefined {
  const topic = topics.find(({ asks }) => asks.test(question));
  if (topic === undefined) return undefined;
  const wanted = mentionedLanguage(question) ?? 'typescript';
  const language = topic.code[wanted] === undefined ? (Object.keys(topic.code)[0] ?? '') : wanted;
  const missing = language === wanted || mentionedLanguage(question) === undefined ? '' : ` (I have no ${languageName(wanted)} at hand)`;
  return [
    topic.answer,
    `${topic.codeTitle}, in ${languageName(language)}${missing}:`,
    quote({ language, code: topic.code[language] ?? '' }),
    topic.closing,
  ].join('\n\n');
}

interface Topic {
  readonly asks: RegExp;
  readonly answer: string;
  readonly codeTitle: string;
  /** By language id. */
  readonly code: Readonly<Record<string, string>>;
  readonly closing: string;
}
