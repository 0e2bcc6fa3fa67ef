import { element } from '../dom.ts';
import type { BlockParts } from './blockParts.ts';
import { stepLength, type MarkdownStream } from './markdownStream.ts';
import type { Patcher } from './patcher.ts';

/**
 * Replaces the shown blocks that contain references to link definitions, if these definitions may have been received
 * after the references. Call `reviseBlocks` after `stream.finish`. Yields after each step. A block with more than
 * `stepLength` characters is built outside the document in several steps, and then inserted.
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
