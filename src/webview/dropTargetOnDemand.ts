import { loadModule } from './onDemand.ts';
import type { PanelContext } from './panelContext.ts';

/** Makes `root` a drop target. Its code is loaded when something is first dragged over `root`. See dropTarget. */
export function dropTargetOnDemand(context: PanelContext, root: HTMLElement, onDropped: () => void): void {
  const load = async (): Promise<void> => {
    const { dropTarget } = await loadModule(async () => import('./composer/dropTarget.ts'));
    root.append(dropTarget(context, root, onDropped));
  };
  root.addEventListener('dragenter', () => void load(), { once: true });
}
