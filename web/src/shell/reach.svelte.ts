// Whether the server can be reached, apart from the connection of a table.

const AGAIN = 3000;

class Reach {
  lost = $state(false);
  /** How often it came back; whoever shows something asks for it anew then. */
  returns = $state(0);
  private timer: ReturnType<typeof setTimeout> | undefined;

  lose(): void {
    this.lost = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.look(), AGAIN);
  }

  found(): void {
    clearTimeout(this.timer);
    if (!this.lost) return;
    this.lost = false;
    this.returns += 1;
  }

  private async look(): Promise<void> {
    try {
      await fetch('/health');
      this.found();
    } catch {
      this.lose();
    }
  }
}

export const reach = new Reach();
