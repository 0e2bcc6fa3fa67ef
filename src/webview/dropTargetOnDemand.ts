import { loadModule } from './onDemand.ts';
import type { PanelContext } from './panelContext.ts';

/** Makes `root` a drop target. Its code is loaded when something is first dragged over `root`. See dropTarget. */
export function dropTargetOnDemand(context: PanelContext, root: HTMLElement, onDropped: () => void): void {
  const load = () =>
    void loadModule(async () => import('./composer/dropTarget.ts')).then(({ dropTarget }) =>
      root.append(dropTarget(context, root, onDropped)),
    );
  root.addEventListener('dragenter', load, { once: true });
}
