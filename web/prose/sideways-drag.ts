// A drag to the side on a piece of text, told as parts of a way; a press that does not move is a press. Vertical touch drags are the page's.

const slack = 4; // CSS px that a press may move
const wholeWay = 320; // CSS px

export interface DragOwner {
    /** Where it begins, in the owner's terms; given back with every move. */
    begun(): number;
    dragged(from: number, part: number): void;
    /** The hand has let go, or was taken away. */
    ended(): void;
    pressed(): void;
}

export class SidewaysDrag {
    constructor(target: HTMLElement, owner: DragOwner) {
        let pointer = NaN;
        let start = 0;
        let from = 0;
        let dragging = false;
        const end = (): void => {
            pointer = NaN;
            if (dragging) owner.ended();
            dragging = false;
            target.classList.remove("held");
        };
        // The browser would begin to select text; what it does for the focus is done here.
        target.addEventListener("mousedown", (event) => {
            if (event.button !== 0) return;
            event.preventDefault();
            target.focus({ preventScroll: true });
        });
        target.addEventListener("pointerdown", (event) => {
            if (event.button !== 0 || !event.isPrimary) return;
            pointer = event.pointerId;
            start = event.clientX;
            from = owner.begun();
            dragging = false;
            try {
                target.setPointerCapture(pointer); // a drag leaves a few digits at once
            } catch {
                // the pointer is gone already (a synthetic or very short press)
            }
        });
        target.addEventListener("pointermove", (event) => {
            if (event.pointerId !== pointer) return;
            if (event.buttons === 0) return end(); // it was released where no event reached us
            const moved = event.clientX - start;
            if (!dragging && Math.abs(moved) <= slack) return;
            if (!dragging) {
                dragging = true;
                target.classList.add("held");
            }
            owner.dragged(from, moved / wholeWay);
        });
        target.addEventListener("pointerup", (event) => {
            if (event.pointerId !== pointer) return;
            const pressed = !dragging;
            end();
            if (pressed) owner.pressed();
        });
        target.addEventListener("pointercancel", (event) => {
            if (event.pointerId === pointer) end();
        });
    }
}
