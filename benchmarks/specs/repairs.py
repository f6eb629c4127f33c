"""What would repair each module that violates a rule: the text that is wrong, and what should be there.

A repaired module must be safe under every rule, which shows that its violations come from what its first comment
describes and from nothing else. It also makes a pair of programs that differ in a line or two and in the verdict."""

from pathlib import Path

REPAIRS: dict[str, list[tuple[str, str]]] = {
    "access_policy": [("if (policy->is_condemned && is_strict) {", "if (false) {")],
    "combo_card": [
        (" || network.attempts == 2", ""),
        ("    log_disk.is_stopped = true;\n    add_disk(log_disk.disk);\n    return 0;\n",
         "    put_disk(log_disk.disk);\n    log_disk.disk = NULL;\n    return -EIO;\n"),
    ],
    "crypto_engine": [("give_back_region:\n  unregister", "give_back_region:\n  if (engine.revision > 0) unregister")],
    "firmware_loader": [("    complete(&loader.cache_done);\n  }\n  mutex_unlock",
                         "    if (loader.is_cache_ready) complete(&loader.cache_done);\n  }\n  mutex_unlock")],
    "flash_disk": [("  blk_cleanup_queue(flash.queue);\n  flash.queue = NULL;\n}\n\n/* Says", "}\n\n/* Says")],
    "frame_grabber": [("grabber.drops == DROPS ? GFP_KERNEL : GFP_ATOMIC", "GFP_ATOMIC")],
    "interrupt_mux": [("set_bit(mux.lost, ", "set_bit(bit_of(mux.lost), ")],
    "name_cache": [("if (kind == KIND_STALE) drop", "if (kind == KIND_STALE && depth == 0) drop")],
    "page_cache": [
        ("      if (i == PAGES - 1) goto write;\n", "      goto write;\n"),
        ("    seen = rcu_dereference(hint);\n    rcu_read_lock();\n",
         "    rcu_read_lock();\n    seen = rcu_dereference(hint);\n"),
        ("int flags = GFP_KERNEL;\n  int dropped", "int flags = GFP_ATOMIC;\n  int dropped"),
    ],
    "parallel_port": [("      wake_next();\n    }\n    break;", "      give_to(i);\n    }\n    break;")],
    "protocol_registry": [
        ("    if (protocol->number == NUMBERS - 1) goto put;\n", ""),
        ("put:\n", ""),
        ("  fresh = class_create", "  class_destroy(core_class);\n  fresh = class_create"),
        ("  if (fresh == NULL) return -ENOMEM;\n  core_class = fresh;\n",
         "  core_class = fresh;\n  if (fresh == NULL) {\n    unregister_chrdev_region(65, NUMBERS);\n"
         "    core = CORE_DOWN;\n    return -ENOMEM;\n  }\n"),
        ("last_given + 2", "(last_given + 2) % NUMBERS"),
    ],
    "sound_mixer": [("if (channel < CHANNELS - 1) mutex_unlock", "mutex_unlock")],
    "tape": [("      if (done == 0) done = -EFAULT;", "      done = -EFAULT;")],
    "thermometer": [("      if (attempt == ATTEMPTS - 2) return -ENODEV;\n", "")],
    "touchscreen": [("  copy_from_user(&fresh.is_flipped, &user->is_flipped, sizeof(int));",
                     "  if (copy_from_user(&fresh.is_flipped, &user->is_flipped, sizeof(int)) != 0) return -EFAULT;")],
    "usb_camera": [
        ("slot->is_thrown_away && i != camera.older", "slot->is_thrown_away"),
        ("      (void)reset();\n    } else if", "      camera.pictures--;\n    } else if"),
    ],
    "usb_disk": [("        start_next();\n      } else", "      } else")],
    "usb_display": [("    usb_unlock_device(&display.device);\n    return -ENODEV;", "    return -ENODEV;")],
    "usb_radio": [("i = got - 1; i > 0; i--", "i = got - 1; i >= 0; i--")],
    "watchdog": [("    watchdog.is_unguarded = true;\n    __module_get(THIS_MODULE);",
                  "    if (!watchdog.is_unguarded) __module_get(THIS_MODULE);\n    watchdog.is_unguarded = true;")],
    "wireless": [
        ("  init_completion(&card.hello);\n  card.is_registered = false;\n", "  reinit_completion(&card.hello);\n"),
        ("  card.is_registered = true;\n}\n\nstatic void recovery", "}\n\nstatic void recovery"),
    ],
}


def repaired(module: Path) -> str:
    """The text of a module without its faults, which promises that no rule is violated."""
    text = module.read_text()
    for wrong, right in REPAIRS.get(module.stem, []):
        if text.count(wrong) != 1:
            raise SystemExit(f"{module.name} is not what repairs.py was written for: {wrong!r}")
        text = text.replace(wrong, right)
    return text.replace("=violated", "=safe")
