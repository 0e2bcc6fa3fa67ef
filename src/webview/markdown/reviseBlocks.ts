import { element } from '../dom.ts';
import type { BlockParts } from './blockParts.ts';
import { stepLength, type MarkdownStream } from './markdownStream.ts';
import type { Patcher } from './patcher.ts';

/**
 * Shows the blocks again that refer to link definitions received after the reference. Call `reviseBlocks` after
 * `stream.finish`. Yields after each step. A block longer than one step is built in several steps outside the document.
 */
export function* reviseBlocks(stream: MarkdownStream, blocks: BlockParts, patch: Patcher): Generator<void> {
  for (const { index, source } of stream.revisedBlocks()) {
    const revision = stream.createRevision();
    if (source.length <= stepLength) {
      revision.append(source);
      const [node] = revision.finish().nodes;
      if (node !== undefined) blocks.revise(index, node);
    } else {
      const frame = element('div');
      for (let start = 0; start < source.length; start += stepLength) {
        revision.append(source.slice(start, start + stepLength));
        const update = revision.update();
        if (update.kind === 'blocks') patch.children(frame, update.start, update.nodes);
        yield;
      }
      const { start, nodes } = revision.finish();
      patch.children(frame, start, nodes);
      if (frame.firstElementChild !== null) blocks.replaceElement(index, frame.firstElementChild);
    }
    yield;
  }
}
